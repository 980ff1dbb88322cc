import type {
  Assignment,
  Case,
  Command,
  CompoundCommand,
  FunctionDefinition,
  If,
  Pipeline,
  Redirection,
  Script,
  SimpleCommand,
  Statement,
  Word,
} from "@agent-sandbox/shell-syntax";

import { loopText } from "./print-loop.ts";
import { redirectionText } from "./print-redirection.ts";
import { testText } from "./print-test.ts";
import { shownText } from "./shown-text.ts";

/** Commands in the form that bash gives them. Each text begins where its line does, behind `pad`. */
export class CommandPrinter {
  /** The text that the commands were read from. */
  readonly source: string;
  /** Whether lists stay on their line: outside of functions. */
  readonly #isInline: boolean;
  /** Here-documents of the statement that is being printed. */
  #documents: string[] = [];

  constructor(source: string, isInline = false) {
    this.source = source;
    this.#isInline = isInline;
  }

  list({ statements }: Script, pad: string): string {
    return statements
      .map((one) => this.statement(one, pad) + (one.background ? " &" : ""))
      .reduce((all, one) => ended(all) + this.#between(all, pad) + one);
  }

  #between(before: string, pad: string): string {
    return this.#isInline || before.endsWith(" &") ? " " : `\n${pad}`;
  }

  /** A list and what ends it, as it stands in a loop. */
  body(script: Script, pad: string): string {
    const inner = `${pad}    `;
    return `${inner}${ended(this.list(script, inner))}\n${pad}`;
  }

  command(command: Command, pad: string): string {
    switch (command.type) {
      case "simple":
        return this.#simple(command);
      case "function":
        return `function ${this.definition(command, pad)}`;
      case "coprocess":
        return `coproc ${command.name ?? "COPROC"} ${this.command(command.body, pad)}`;
      default:
        return this.#compound(command, pad) + this.redirections(command.redirections);
    }
  }

  /** `name () { … }`. */
  definition({ body, name }: FunctionDefinition, pad: string): string {
    const inner = `${pad}    `;
    const text =
      body.type === "group"
        ? this.list(body.body, inner)
        : this.command({ ...body, redirections: [] }, inner);
    const redirections = this.redirections(body.redirections);
    return `${name} () \n${pad}{ \n${inner}${text}\n${pad}}${redirections}`;
  }

  redirections(redirections: readonly Redirection[]): string {
    for (const one of redirections) {
      if (one.type === "here-document") {
        const text = one.stripped ? one.body.text.replace(/^\t+/gm, "") : one.body.text;
        this.#documents.push(`${text}${one.delimiter.replace(/["'\\]/g, "")}\n`);
      }
    }
    return redirections.map((one) => ` ${redirectionText(one)}`).join("");
  }

  /** Without what ends it. */
  statement({ links }: Statement, pad = ""): string {
    const outer = this.#documents;
    this.#documents = [];
    const text = links
      .map(
        ({ after, pipeline }) =>
          (after === undefined ? "" : ` ${after} `) + this.#pipeline(pipeline, pad),
      )
      .join("");
    const documents = this.#documents.join("");
    this.#documents = outer;
    return documents === "" ? text : `${text}\n${documents}`;
  }

  #pipeline({ commands, negated, pipes, timing }: Pipeline, pad: string): string {
    const time = timing === undefined ? "" : timing === "posix" ? "time -p " : "time ";
    const text = commands
      .map((one, index) => {
        const before = index === 0 ? "" : pipes[index - 1] === "|&" ? " 2>&1 | " : " | ";
        return before + this.command(one, pad);
      })
      .join("");
    return `${time}${negated ? "! " : ""}${text}`;
  }

  #simple({ assignments, redirections, words }: SimpleCommand): string {
    const texts = [...assignments, ...words].map((one) => this.#word(one));
    return (texts.join(" ") + this.redirections(redirections)).trimStart();
  }

  #word(one: Word | Assignment): string {
    return shownText(one.type === "word" ? one.text : this.source.slice(one.start, one.end));
  }

  #compound(node: CompoundCommand, pad: string): string {
    switch (node.type) {
      case "group":
        if (this.#isInline) return `{ ${ended(this.list(node.body, pad))} }`;
        return `{ \n${pad}    ${this.list(node.body, `${pad}    `)}\n${pad}}`;
      case "subshell":
        return `( ${this.list(node.body, pad)} )`;
      case "if":
        return this.#if(node, pad);
      case "case":
        return this.#case(node, pad);
      case "test":
        return `[[ ${testText(node.expression)} ]]`;
      case "arithmetic":
        return `((${node.text}))`;
      default:
        return loopText(node, this, pad);
    }
  }

  #if({ branches, otherwise }: If, pad: string): string {
    const [first, ...others] = branches;
    if (first === undefined) return "";
    const then = `if ${ended(this.list(first.condition, pad))} then\n${this.body(first.body, pad)}`;
    return `${then}${this.#else(others, otherwise, pad)}fi`;
  }

  /** `elif` is an `if` of its own behind `else`. */
  #else(others: If["branches"], otherwise: Script | undefined, pad: string): string {
    const inner = `${pad}    `;
    if (others.length > 0) {
      const nested: If = {
        type: "if",
        branches: others,
        otherwise,
        redirections: [],
        start: 0,
        end: 0,
      };
      return `else\n${inner}${this.#if(nested, inner)};\n${pad}`;
    }
    return otherwise === undefined ? "" : `else\n${this.body(otherwise, pad)}`;
  }

  #case({ items, word }: Case, pad: string): string {
    const inner = `${pad}    `;
    const texts = items.map(({ body, ending, patterns }) => {
      const list = patterns.map(({ text }) => shownText(text)).join(" | ");
      const text =
        body.statements.length === 0 ? "" : `${inner}    ${this.list(body, `${inner}    `)}`;
      return `\n${inner}${list})\n${text}\n${inner}${ending}`;
    });
    return `case ${shownText(word.text)} in ${texts.join("")}\n${pad}esac`;
  }
}

/** A here-document ends what holds it already. */
function ended(text: string): string {
  return text.endsWith("\n") || text.endsWith(" &") ? text : `${text};`;
}
