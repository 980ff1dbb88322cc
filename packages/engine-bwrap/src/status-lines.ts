/** What bubblewrap tells of a sandbox, one object a line (bwrap(1), "--json-status-fd"). */
export class StatusLines {
  #rest = "";
  #first: number | undefined;
  #status: number | undefined;

  /** The sandbox's first process, by its id outside. */
  get first(): number | undefined {
    return this.#first;
  }

  /** The command's own status; undefined where none was started. */
  get status(): number | undefined {
    return this.#status;
  }

  add(text: string): void {
    const lines = `${this.#rest}${text}`.split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#read(line);
  }

  #read(line: string): void {
    this.#first ??= numberIn(line, "child-pid");
    this.#status ??= numberIn(line, "exit-code");
  }
}

function numberIn(line: string, key: string): number | undefined {
  const [, digits] = new RegExp(`"${key}": (\\d+)`).exec(line) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
