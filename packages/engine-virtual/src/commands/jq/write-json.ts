import { NOW } from "./filter.ts";
import type { Json } from "./json.ts";
import { JqError, LONGEST } from "./json.ts";
import { type JsonLayout, JsonWriter } from "./json-writer.ts";
import type { Machine } from "./machine.ts";
import type { Steps } from "./steps.ts";

/** Values between two looks at the clock. */
const STEP = 128;

/** Writes a value in one go. */
export function writeJson(value: Json, layout: JsonLayout): string {
  const writer = new JsonWriter(value, layout);
  while (!writer.advance(STEP)) checkLength(writer.length);
  return writer.take();
}

/** The same, with a pause now and then. */
export function* writtenJson(machine: Machine, value: Json): Steps<string> {
  const writer = new JsonWriter(value, {});
  while (!writer.advance(STEP)) {
    checkLength(writer.length);
    if (machine.isTime()) yield NOW;
  }
  return writer.take();
}

function checkLength(length: number): void {
  if (length > LONGEST) throw new JqError("a string is too long");
}
