import { openRoom, type Programs, type Room, type RoomRequest } from "./open-room.ts";

/** The room of a plan, and another one in its place when a mount of it was lost outside. */
export class Rooms implements AsyncDisposable {
  readonly #request: RoomRequest;
  readonly #programs: Programs;
  #room: Promise<Room | undefined>;

  constructor(request: RoomRequest, programs: Programs) {
    this.#request = request;
    this.#programs = programs;
    this.#room = this.#open();
  }

  /** Undefined where there can be none. Who has entered one stays in it, whatever becomes of it. */
  async current(): Promise<Room | undefined> {
    const found = this.#room;
    const room = await found;
    if (room === undefined || room.holds()) return room;
    if (this.#room === found) {
      this.#room = this.#open();
      await room[Symbol.asyncDispose]();
    }
    return await this.current();
  }

  async #open(): Promise<Room | undefined> {
    // What is wrong shows once a command mounts the files for itself.
    return await openRoom(this.#request, this.#programs).catch(() => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const room = await this.#room;
    await room?.[Symbol.asyncDispose]();
  }
}
