/** A piece of a message of either API. */
export interface Piece {
  readonly type?: string;
  readonly text?: string;
  readonly content?: unknown;
  readonly output?: unknown;
}

interface Message extends Omit<Piece, "content"> {
  readonly role?: string;
  readonly content?: string | readonly Piece[];
}

/** What both APIs are sent, as far as it is read. */
export interface Conversation {
  /** What the model is told in front of all: Claude Code's, and Codex's. */
  readonly system?: string | readonly Piece[];
  readonly instructions?: string;
  readonly messages?: readonly Message[];
  readonly input?: readonly Message[];
  readonly tools?: readonly { readonly name?: string }[];
}

export interface ServerEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** What the server says, and what it was told in the question. */
export interface Answer {
  readonly events: readonly ServerEvent[];
  /** What the tools of earlier turns have answered. */
  readonly results: readonly string[];
  /** What it was told to be. */
  readonly told: readonly string[];
}

export function textsOf(pieces: readonly Piece[]): readonly string[] {
  return pieces.flatMap(({ text }) => (text === undefined ? [] : [text]));
}
