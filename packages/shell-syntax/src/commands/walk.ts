import { parseScript } from "../parse-script.ts";
import type {
  Command,
  CompoundCommand,
  Coprocess,
  FunctionDefinition,
  Pipeline,
  Script,
  SimpleCommand,
  Statement,
} from "../syntax-tree.ts";
import { ShellSyntaxError } from "../shell-syntax-error.ts";
import { type Directories, afterCd, either, NOWHERE_KNOWN } from "./directories.ts";
import { evaluateWord } from "./evaluate-word.ts";
import { type InnerScript, scriptsRunBy } from "./inner-scripts.ts";
import { scriptsIn } from "./nodes-in.ts";
import { assignmentsOf, redirectionsOf } from "./parts-of-command.ts";
import { literalOf, literalsOf, type ShellCommand, type ShellWord } from "./shell-command.ts";
import { type Variables, withParameters, withScript } from "./variables.ts";
import { commandIn, commandsOfFind, programOf } from "./wrappers.ts";

/** What holds where a command stands. */
interface Place {
  readonly variables: Variables;
  readonly certain: boolean;
}

/** A command that another one runs; not here: in a directory that only that one knows. */
interface Inner {
  readonly words: readonly ShellWord[];
  readonly isHere: boolean;
}

/** More than these would be a script made to keep its reader busy. */
const COMMANDS = 5000;
const DEPTH = 20;

/** Goes through a script in the order in which it would run, and follows where it is by then. */
export class Walk {
  readonly found: ShellCommand[] = [];
  #directories: Directories = { paths: ["."], known: true, before: undefined };
  readonly #functions = new Map<string, FunctionDefinition>();
  readonly #called = new Set<string>();
  #depth = 0;

  /** A whole script: functions that it never calls may be called by what nobody knows. */
  script(script: Script, place: Place): void {
    this.#list(script, { ...place, variables: withScript(place.variables, script) });
    for (const [name, { body }] of this.#functions) {
      if (!this.#called.has(name)) this.#apart(() => this.#command(body, perhaps(place)));
    }
  }

  #list(script: Script, place: Place): void {
    for (const statement of script.statements) this.#statement(statement, place);
  }

  #statement({ links, background }: Statement, place: Place): void {
    const run = () => {
      for (const { after, pipeline } of links) {
        const before = this.#directories;
        this.#pipeline(pipeline, after === undefined ? place : perhaps(place));
        if (after === "||") this.#directories = either(before, this.#directories);
      }
    };
    if (background) this.#apart(run);
    else run();
  }

  #pipeline({ commands }: Pipeline, place: Place): void {
    const [only] = commands;
    if (commands.length === 1 && only !== undefined) {
      this.#command(only, place);
      return;
    }
    commands.forEach((command, index) => {
      this.#apart(() => {
        this.#command(command, place, commands[index - 1]);
      });
    });
  }

  /** What happens there changes nothing here: a subshell. */
  #apart(run: () => void): void {
    const before = this.#directories;
    run();
    this.#directories = before;
  }

  #command(command: Command, place: Place, feeder?: Command): void {
    switch (command.type) {
      case "simple":
        this.#simple(command, place, feeder);
        return;
      case "function":
        this.#functions.set(command.name, command);
        return;
      case "coprocess":
        this.#coprocess(command, place);
        return;
      default:
        this.#compound(command, place);
    }
  }

  #coprocess({ body }: Coprocess, place: Place): void {
    this.#apart(() => {
      this.#command(body, place);
    });
  }

  #compound(command: CompoundCommand, place: Place): void {
    const { redirections, ...rest } = command;
    this.#bare(redirectionsOf(redirections, place.variables), place);
    for (const script of scriptsIn(redirections)) this.#substitution(script, place);
    if (rest.type === "group") this.#list(rest.body, place);
    else if (rest.type === "subshell") {
      this.#apart(() => {
        this.#list(rest.body, place);
      });
    } else this.#branches(rest, place);
  }

  /** The first part of `if` and of loops runs surely; of what may run, nobody knows where it ends. */
  #branches(node: { readonly type: CompoundCommand["type"] }, place: Place): void {
    const isFirstSure = !/^(for|select|arithmetic-for|case)$/.test(node.type);
    const before = this.#directories;
    let after = before;
    scriptsIn(node).forEach((script, index) => {
      this.#list(script, index === 0 && isFirstSure ? place : perhaps(place));
      after = either(after, this.#directories);
    });
    this.#directories = after;
  }

  #substitution(script: Script, place: Place): void {
    this.#apart(() => {
      this.#list(script, place);
    });
  }

  #simple(command: SimpleCommand, place: Place, feeder?: Command): void {
    const { variables } = place;
    for (const script of scriptsIn([command.assignments, command.words, command.redirections])) {
      this.#substitution(script, place);
    }
    const words = command.words.flatMap((word) =>
      word.type === "word" ? evaluateWord(word, variables) : [],
    );
    this.#emit({
      words,
      assignments: assignmentsOf(command, variables),
      redirections: redirectionsOf(command.redirections, variables),
      ...this.#here(place),
    });
    this.#follow(words, place);
    for (const inner of scriptsRunBy(words, { command, feeder, variables })) {
      this.#text(inner, place);
    }
  }

  #bare(redirections: ShellCommand["redirections"], place: Place): void {
    if (redirections.length === 0) return;
    this.#emit({ words: [], assignments: [], redirections, ...this.#here(place) });
  }

  #here({ certain }: Place): Pick<ShellCommand, "directories" | "inKnownDirectory" | "certain"> {
    const { paths, known } = this.#directories;
    return { directories: paths, inKnownDirectory: known, certain };
  }

  #emit(command: ShellCommand): void {
    if (this.found.length >= COMMANDS) throw new ShellSyntaxError("it has too many commands", 0);
    this.found.push(command);
  }

  /** What the command does to what comes after it, and which commands it runs. */
  #follow(words: readonly ShellWord[], place: Place): void {
    const [name, ...args] = words;
    for (const program of name === undefined ? [] : literalsOf(name))
      this.#call(program, words, place);
    this.#move(literalOf(name), args, place);
    const isFind = /^(find|fd|fdfind)$/.test(programOf(name) ?? "");
    const inner = commandIn(words);
    if (inner !== undefined) this.#inner({ words: inner, isHere: !movesAway(words) }, words, place);
    for (const one of isFind ? commandsOfFind(words) : []) {
      this.#inner({ words: one, isHere: false }, words, perhaps(place));
    }
  }

  #move(name: string | undefined, args: readonly ShellWord[], place: Place): void {
    if (name === "cd" || name === "pushd") {
      this.#directories = afterCd(this.#directories, args, this.#home(place));
    } else if (name === "popd") this.#directories = NOWHERE_KNOWN;
  }

  #home({ variables }: Place): string | undefined {
    return literalOf(variables.given.get("HOME"));
  }

  /** A command that another one runs. */
  #inner({ words, isHere }: Inner, wrapper: readonly ShellWord[], place: Place): void {
    const run = () => {
      if (!isHere) this.#directories = { ...this.#directories, known: false };
      this.#emit({ words, assignments: [], redirections: [], ...this.#here(place) });
      this.#follow(words, place);
      for (const inner of scriptsRunBy(words, { variables: place.variables })) {
        this.#text(inner, place);
      }
    };
    // `command cd x` and `builtin cd x` move the shell itself.
    if (/^(command|builtin)$/.test(literalOf(wrapper[0]) ?? "")) run();
    else this.#apart(run);
  }

  #call(name: string, words: readonly ShellWord[], place: Place): void {
    const definition = this.#functions.get(name);
    if (definition === undefined) return;
    this.#called.add(name);
    // A function that calls itself is gone through once.
    this.#functions.delete(name);
    this.#command(definition.body, {
      ...place,
      variables: withParameters(place.variables, words),
    });
    this.#functions.set(name, definition);
  }

  /** A script that is an argument, or comes in by standard input. */
  #text({ script, words, isHere }: InnerScript, place: Place): void {
    if (this.#depth >= DEPTH) throw new ShellSyntaxError("it runs scripts inside of scripts", 0);
    const tree = parseScript(script);
    const variables = withParameters(withScript(place.variables, tree), words);
    const run = () => {
      this.#list(tree, { ...place, variables });
    };
    this.#depth += 1;
    if (isHere) run();
    else this.#apart(run);
    this.#depth -= 1;
  }
}

/** What `env -C`, `sudo -D` and their like run is elsewhere. */
function movesAway(words: readonly ShellWord[]): boolean {
  return words.some(({ text }) => /^(-C|-D|--chdir|--chroot)/.test(text));
}

function perhaps(place: Place): Place {
  return { ...place, certain: false };
}
