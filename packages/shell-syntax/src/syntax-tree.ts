/**
 * A script of bash as data. Every node that can be walked to has a `type`, and every list is in the
 * script's own order. `start` and `end` are offsets in the text that was parsed; inside of a
 * backquoted substitution, whose text is unescaped before it is read, they are the substitution's.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Commands one after the other: a whole script, a body, what is between `$(` and `)`. */
export interface Script {
  readonly type: "script";
  readonly statements: readonly Statement[];
}

/** Pipelines joined by `&&` and `||`, ended by `;`, a newline or `&`. */
export interface Statement extends Span {
  readonly type: "statement";
  readonly links: readonly ChainLink[];
  readonly background: boolean;
}

export interface ChainLink {
  /** What stands in front of it; the first has none. */
  readonly after: "&&" | "||" | undefined;
  readonly pipeline: Pipeline;
}

export interface Pipeline {
  readonly type: "pipeline";
  readonly negated: boolean;
  /** How `time` writes it. */
  readonly timing: "bash" | "posix" | undefined;
  readonly commands: readonly Command[];
  /** One fewer than commands; `|&` hands standard error on too. */
  readonly pipes: readonly ("|" | "|&")[];
}

export type Command = SimpleCommand | CompoundCommand | FunctionDefinition | Coprocess;

export type CompoundCommand =
  Group | If | Loop | For | ArithmeticFor | Case | TestCommand | ArithmeticCommand;

interface Redirectable extends Span {
  readonly redirections: readonly Redirection[];
}

export interface SimpleCommand extends Redirectable {
  readonly type: "simple";
  readonly assignments: readonly Assignment[];
  /** The command's name and its arguments; `declare a=(1)` has an assignment among them. */
  readonly words: readonly (Word | Assignment)[];
}

export interface Group extends Redirectable {
  readonly type: "group" | "subshell";
  readonly body: Script;
}

export interface If extends Redirectable {
  readonly type: "if";
  readonly branches: readonly { readonly condition: Script; readonly body: Script }[];
  readonly otherwise: Script | undefined;
}

export interface Loop extends Redirectable {
  readonly type: "while" | "until";
  readonly condition: Script;
  readonly body: Script;
}

export interface For extends Redirectable {
  readonly type: "for" | "select";
  readonly name: string;
  /** Without `in`: the positional parameters. */
  readonly words: readonly Word[] | undefined;
  readonly body: Script;
}

export interface ArithmeticFor extends Redirectable {
  readonly type: "arithmetic-for";
  readonly initialize: WrittenArithmetic | undefined;
  readonly test: WrittenArithmetic | undefined;
  readonly update: WrittenArithmetic | undefined;
  readonly body: Script;
}

/** An expression, and how it is written where that is known. */
export interface WrittenArithmetic {
  readonly expression: Arithmetic | undefined;
  readonly text?: string;
  /** Where in the text the operands with parts stand, from left to right; undefined where nobody knows. */
  readonly operands?: readonly Span[] | undefined;
}

export interface Case extends Redirectable {
  readonly type: "case";
  readonly word: Word;
  readonly items: readonly CaseItem[];
}

export interface CaseItem {
  readonly patterns: readonly Word[];
  readonly body: Script;
  readonly ending: ";;" | ";&" | ";;&";
}

export interface TestCommand extends Redirectable {
  readonly type: "test";
  readonly expression: Test;
}

export interface ArithmeticCommand extends Redirectable, WrittenArithmetic {
  readonly type: "arithmetic";
  readonly text: string;
}

export interface FunctionDefinition extends Redirectable {
  readonly type: "function";
  readonly name: string;
  /** Its redirections hold whenever the function is called. */
  readonly body: CompoundCommand;
}

export interface Coprocess extends Redirectable {
  readonly type: "coprocess";
  readonly name: string | undefined;
  readonly body: SimpleCommand | CompoundCommand;
}

export interface Assignment extends Span {
  readonly type: "assignment";
  readonly name: string;
  readonly index: Word | undefined;
  readonly append: boolean;
  /** A list is an array's. */
  readonly value: Word | readonly Word[];
}

export type Redirection = FileRedirection | HereString | HereDocument;

/** A number, or the variable that gets one (`{fd}> file`). */
export type Descriptor = number | { readonly variable: string };

export interface FileRedirection {
  readonly type: "file";
  readonly operator: ">" | ">>" | "<" | "<>" | "<&" | ">&" | ">|" | "&>" | "&>>";
  readonly descriptor: Descriptor | undefined;
  readonly target: Word;
}

export interface HereString {
  readonly type: "here-string";
  readonly descriptor: Descriptor | undefined;
  readonly word: Word;
}

export interface HereDocument {
  readonly type: "here-document";
  readonly descriptor: Descriptor | undefined;
  /** `<<-`: leading tabs are already gone. */
  readonly stripped: boolean;
  /** As it is written. */
  readonly delimiter: string;
  readonly body: Word;
}

export interface Word extends Span {
  readonly type: "word";
  /** As it is written. */
  readonly text: string;
  /** None for an empty word. */
  readonly parts: readonly WordPart[];
}

export type WordPart = Literal | Quoted | DoubleQuoted | Parameter | Substitution | Pattern;
type Substitution = CommandSubstitution | ArithmeticExpansion | ProcessSubstitution;
type Pattern = Glob | ExtendedGlob | Braces;

/** Bare text. `value` is without its backslashes, `text` with them: a `~` counts where it is bare. */
export interface Literal {
  readonly type: "literal";
  readonly value: string;
  readonly text: string;
}

/** `'…'` and `$'…'`, whose escapes are resolved. */
export interface Quoted {
  readonly type: "quoted";
  readonly value: string;
  /** `$'…'`, which is nothing special where single quotes are nothing special. */
  readonly written?: string;
}

export interface DoubleQuoted {
  readonly type: "double";
  readonly parts: readonly WordPart[];
}

export interface Parameter {
  readonly type: "parameter";
  /** `1`, `@`, `HOME`. */
  readonly name: string;
  /** `!`: the variable that it names; `#`: its length. */
  readonly prefix: "!" | "#" | undefined;
  readonly index: Word | undefined;
  readonly operation: ParameterOperation | undefined;
  /** Without braces, so that letters behind it would belong to its name. */
  readonly isBare: boolean;
}

export interface ParameterOperation {
  readonly kind:
    | ("default" | "remove" | "replace" | "slice" | "case" | "transform" | "names" | "unknown")
    /** In a here-document, whose rest is the `operator` then. */
    | "unclosed";
  readonly operator: string;
  /** The word, the pattern and its replacement, or the offset and the length. */
  readonly operands: readonly Word[];
}

export interface CommandSubstitution {
  readonly type: "command";
  readonly script: Script;
}

export interface ArithmeticExpansion extends WrittenArithmetic {
  readonly type: "arithmetic";
  /** Without its brackets. */
  readonly text: string;
}

export interface ProcessSubstitution {
  readonly type: "process";
  readonly direction: "<" | ">";
  readonly script: Script;
}

/** `*`, `?` or `[…]`. */
export interface Glob {
  readonly type: "glob";
  readonly text: string;
}

export interface ExtendedGlob {
  readonly type: "extended-glob";
  readonly operator: "?" | "*" | "+" | "@" | "!";
  readonly text: string;
  readonly parts: readonly WordPart[];
}

/** `{a,b}` or `{1..3}`, as it is written, and what is expanded inside. */
export interface Braces {
  readonly type: "braces";
  readonly text: string;
  readonly parts: readonly WordPart[];
}

export type Arithmetic =
  | {
      readonly type: "binary";
      readonly operator: string;
      readonly left: Arithmetic;
      readonly right: Arithmetic;
    }
  | {
      readonly type: "unary";
      readonly operator: string;
      readonly prefix: boolean;
      readonly operand: Arithmetic;
    }
  | {
      readonly type: "ternary";
      readonly test: Arithmetic;
      readonly yes: Arithmetic;
      readonly no: Arithmetic;
    }
  | { readonly type: "parentheses"; readonly expression: Arithmetic }
  /** A number, a name, or what is expanded first; without parts its `value` stands for itself. */
  | { readonly type: "operand"; readonly value: string; readonly parts: readonly WordPart[] };

export type Test =
  | { readonly type: "unary"; readonly operator: string; readonly operand: Word }
  | {
      readonly type: "binary";
      readonly operator: string;
      readonly left: Word;
      readonly right: Word;
    }
  | { readonly type: "logical"; readonly operator: "&&" | "||"; readonly operands: readonly Test[] }
  | { readonly type: "not" | "parentheses"; readonly operand: Test };

export type SyntaxNode =
  Script | Statement | Pipeline | Command | Assignment | Redirection | Word | WordPart;
