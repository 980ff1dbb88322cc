/** What a line holds, and how far tabs go; 0 for no end, and for no tabs. */
interface Widths {
  readonly line: number;
  readonly tab: number;
}

type Way = "columns" | "across";

/** Names beside each other, in as many columns as fit: one after the other downwards, or across. */
export function inColumns(names: readonly string[], way: Way, { line, tab }: Widths): string {
  if (line === 0) return `${names.join("  ")}\n`;
  const widths = columnWidths(names, way, line);
  const rows = Math.ceil(names.length / widths.length);
  let text = "";
  for (let row = 0; row < rows; row += 1) {
    const indexes = widths.map((_, column) =>
      way === "columns" ? column * rows + row : row * widths.length + column,
    );
    const cells = indexes.map((index) => names[index]).filter((name) => name !== undefined);
    text += `${rowOf(cells, widths, tab)}\n`;
  }
  return text;
}

function rowOf(cells: readonly string[], widths: readonly number[], tab: number): string {
  let text = "";
  let start = 0;
  for (const [column, cell] of cells.entries()) {
    text += cell;
    if (column === cells.length - 1) break;
    const end = start + (widths[column] ?? 0);
    text += blanks(start + lengthOf(cell), end, tab);
    start = end;
  }
  return text;
}

/** From one place of a row to another, by tabs where they go far enough. */
function blanks(from: number, to: number, tab: number): string {
  let text = "";
  for (let at = from; at < to;) {
    const isTab = tab > 0 && Math.floor(to / tab) > Math.floor((at + 1) / tab);
    text += isTab ? "\t" : " ";
    at += isTab ? tab - (at % tab) : 1;
  }
  return text;
}

const NARROWEST = 3;
const BETWEEN = 2;

/** The widths of the most columns that fit into a line. */
function columnWidths(names: readonly string[], way: Way, line: number): readonly number[] {
  const lengths = names.map(lengthOf);
  const most = Math.min(names.length, Math.max(1, Math.floor(line / NARROWEST)));
  for (let count = most; count > 1; count -= 1) {
    const widths = widthsOf(lengths, way, count);
    if (widths.reduce((sum, width) => sum + width, 0) < line) return widths;
  }
  return widthsOf(lengths, way, 1);
}

function widthsOf(lengths: readonly number[], way: Way, count: number): readonly number[] {
  const widths = Array.from({ length: count }, () => NARROWEST);
  const rows = Math.ceil(lengths.length / count);
  for (const [index, length] of lengths.entries()) {
    const column = way === "columns" ? Math.floor(index / rows) : index % count;
    const whole = length + (column === count - 1 ? 0 : BETWEEN);
    widths[column] = Math.max(widths[column] ?? 0, whole);
  }
  return widths;
}

export const lengthOf = (text: string): number => Array.from(text).length;
