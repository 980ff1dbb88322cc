import type { BwrapPlan } from "@agent-sandbox/core";

import { openRoom, type Programs, type Room } from "./open-room.ts";

/** The room of a plan, and another one in its place when a mount of it was lost outside. */
export class Rooms implements AsyncDisposable {
  readonly #plan: BwrapPlan;
  readonly #programs: Programs;
  #room: Promise<Room | undefined>;

  constructor(plan: BwrapPlan, programs: Programs) {
    this.#plan = plan;
    this.#programs = programs;
    this.#room = openRoom(plan, programs);
  }

  /** Undefined where there can be none. Who has entered one stays in it, whatever becomes of it. */
  async current(): Promise<Room | undefined> {
    const found = this.#room;
    const room = await found;
    if (room === undefined || room.holds()) return room;
    if (this.#room === found) {
      this.#room = openRoom(this.#plan, this.#programs);
      await room[Symbol.asyncDispose]();
    }
    return await this.current();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const room = await this.#room;
    await room?.[Symbol.asyncDispose]();
  }
}
