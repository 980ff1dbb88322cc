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

import { ended } from "./ended.ts";
import { loopText } from "./print-loop.ts";
import { redirectionText } from "./print-redirection.ts";
import { testText } from "./print-test.ts";
import { shownText } from "./shown-text.ts";

/** Commands in the form that bash gives them. Each text begins where its line does, behind `pad`. */
export class CommandPrinter {
  /** The text that the commands were read from. */
  readonly #source: string;
  /** Whether lists stay on their line: outside of functions. */
  readonly #isInline: boolean;
  /** Here-documents that come before what is printed next. */
  readonly #documents: string[] = [];
  #isBehindDocument = false;
  /** How many lists of several commands are around. */
  #joins = 0;

  constructor(source: string, isInline = false) {
    this.#source = source;
    this.#isInline = isInline;
  }

  list(script: Script, pad: string): string {
    return this.#open(script, pad) + this.#flushed();
  }

  /** A list whose last here-documents come later. */
  #open({ statements }: Script, pad: string): string {
    const isLast = statements.at(-1)?.background === true;
    const joins = statements.length > 1 || isLast ? 1 : 0;
    this.#joins += joins;
    const text = this.#joined(statements, pad);
    this.#joins -= joins;
    return isLast ? `${text} &${this.#flushed(" ")}` : text;
  }

  #joined(statements: readonly Statement[], pad: string): string {
    let text = "";
    let before: Statement | undefined;
    for (const one of statements) {
      if (before !== undefined) text += this.#between(before.background, pad);
      text += this.#chain(one, pad);
      // A list that is in the background as a whole is none with what stands before it.
      if (before !== undefined && (before.background || !one.background)) text += this.#flushed();
      before = one;
    }
    return text;
  }

  /** What stands between two statements: bash leaves the `;` out once behind here-documents. */
  #between(isBackground: boolean, pad: string): string {
    if (isBackground) return ` &${this.#flushed(" ")} `;
    const end = this.#documents.length > 0 ? this.#flushed() : this.#semicolon();
    return end + (this.#isInline ? " " : `\n${pad}`);
  }

  #semicolon(): string {
    const text = this.#isBehindDocument ? "" : ";";
    this.#isBehindDocument = false;
    return text;
  }

  /** The here-documents that have not been shown yet. */
  #flushed(end = ""): string {
    if (this.#documents.length === 0) return "";
    this.#isBehindDocument = true;
    return `\n${this.#documents.splice(0).join("")}${end}`;
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
    this.#isBehindDocument = false;
    const redirections = this.redirections(body.redirections);
    return `${name} () \n${pad}{ \n${inner}${text}\n${pad}}${redirections}`;
  }

  redirections(redirections: readonly Redirection[]): string {
    const documents = redirections.filter((one) => one.type === "here-document");
    // Bash forgets what it has not shown yet, that of the condition of an `if`.
    if (documents.length > 0) this.#documents.length = 0;
    for (const { body, delimiter, stripped } of documents) {
      const text = stripped ? body.text.replace(/^\t+/gm, "") : body.text;
      this.#documents.push(`${text}${delimiter.replace(/["'\\]/g, "")}\n`);
    }
    return redirections.map((one) => ` ${redirectionText(one)}`).join("");
  }

  /** Without what ends it. */
  statement(statement: Statement, pad = ""): string {
    return this.#chain(statement, pad) + this.#flushed();
  }

  #chain({ links }: Statement, pad: string): string {
    let text = "";
    for (const { after, pipeline } of links) {
      if (after !== undefined) text += ` ${after} ${this.#flushed(" ")}`;
      text += this.#pipeline(pipeline, pad);
      if (after !== undefined) text += this.#flushed();
    }
    return text;
  }

  #pipeline({ commands, negated, pipes, timing }: Pipeline, pad: string): string {
    const time = timing === undefined ? "" : timing === "posix" ? "time -p " : "time ";
    let text = `${time}${negated ? "! " : ""}`;
    for (const [index, one] of commands.entries()) {
      const errors = pipes[index - 1] === "|&" ? " 2>&1" : "";
      if (index > 0) text += `${errors} |${this.#flushed(" ")} `;
      text += this.command(one, pad);
    }
    return commands.length > 1 ? text + this.#flushed() : text;
  }

  #simple({ assignments, redirections, words }: SimpleCommand): string {
    const texts = [...assignments, ...words].map((one) => this.#word(one));
    return (texts.join(" ") + this.redirections(redirections)).trimStart();
  }

  #word(one: Word | Assignment): string {
    return shownText(one.type === "word" ? one.text : this.#source.slice(one.start, one.end));
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
    const then = `if ${ended(this.#condition(first.condition, pad))} then\n${this.body(first.body, pad)}`;
    return `${then}${this.#else(others, otherwise, pad)}fi`;
  }

  /** Within something that is joined, the here-documents of a condition come behind the command that follows. */
  #condition(script: Script, pad: string): string {
    return this.#joins > 0 ? this.#open(script, pad) : this.list(script, pad);
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
