import type { FileType } from "./file-type.ts";

/** Texts that hold data: JSON and tables. */
export function dataType(text: string): FileType | undefined {
  if (isStructure(text)) return { words: "JSON text data", mime: "application/json" };
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > 1 && /^\s*[{[]/.test(text) && lines.every(isStructure)) {
    return { words: "New Line Delimited JSON text data", mime: "application/x-ndjson" };
  }
  return isTable(text) ? { words: "CSV text", mime: "text/csv" } : undefined;
}

function isStructure(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const FEWEST_LINES = 3;
const LINES_LOOKED_AT = 10;

/** Whether each line has as many cells, and more than one. */
function isTable(text: string): boolean {
  const lines = text.split("\n");
  const whole = lines.slice(0, -1).slice(0, LINES_LOOKED_AT);
  if (whole.length < FEWEST_LINES) return false;
  const counts = whole.map((line) => line.replace(/"[^"]*"/g, "").split(",").length);
  const [first = 0] = counts;
  return first > 1 && counts.every((count) => count === first);
}
