/** What is to be undone, the last first. (AsyncDisposableStack is not in Node 22.) */
export class Closers implements AsyncDisposable {
  #all: (() => void | PromiseLike<void>)[] = [];

  add(close: () => void | PromiseLike<void>): void {
    this.#all.push(close);
  }

  /** All of it in new hands: nothing is left to be undone here. */
  move(): Closers {
    const others = new Closers();
    others.#all = this.#all.splice(0);
    return others;
  }

  /** Undoes all, also when some of it fails; then fails with the first failure. */
  async [Symbol.asyncDispose](): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#all.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
