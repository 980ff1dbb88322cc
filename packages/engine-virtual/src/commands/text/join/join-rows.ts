import type { JoinPlan } from "./join-plan.ts";

/** A line in its fields, with the one that is joined. */
export interface Row {
  readonly line: string;
  readonly key: string;
  readonly fields: readonly string[];
}

function fieldsOf(line: string, separator: string | undefined): readonly string[] {
  if (separator !== undefined) return line.split(separator);
  const trimmed = line.replace(/^[ \t\n]+/, "");
  return trimmed === "" ? [] : trimmed.split(/[ \t\n]+/);
}

export function rowOf(line: string, file: 0 | 1, plan: JoinPlan): Row {
  const fields = fieldsOf(line, plan.separator);
  return { line, fields, key: fields[plan.fields[file]] ?? "" };
}

const folded = (text: string): string =>
  text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());

/** How the keys of two rows are ordered. */
export function compareKeys(left: Row, right: Row, { ignoresCase }: JoinPlan): number {
  const [one, other] = ignoresCase ? [folded(left.key), folded(right.key)] : [left.key, right.key];
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Writes a pair of rows, or one that has no other. */
export class RowWriter {
  readonly #plan: JoinPlan;
  readonly #separator: string;
  /** With `-o auto`: as many fields as the first line of each file has. */
  readonly #widths: readonly [number, number];

  constructor(plan: JoinPlan, first: Row | undefined, second: Row | undefined) {
    this.#plan = plan;
    this.#separator = plan.separator ?? " ";
    this.#widths = [first?.fields.length ?? 0, second?.fields.length ?? 0];
  }

  row(first: Row | undefined, second: Row | undefined): string {
    const { end, format } = this.#plan;
    const fields =
      format === undefined || format === "auto"
        ? this.#usual(first, second)
        : format.map(({ file, field }) => {
            if (file === 0) return this.#filled((first ?? second)?.key);
            return this.#filled((file === 1 ? first : second)?.fields[field]);
          });
    return fields.join(this.#separator) + end;
  }

  #filled(field: string | undefined): string {
    return field === undefined || field === "" ? this.#plan.empty : field;
  }

  /** The joined field, and what is left of both rows. */
  #usual(first: Row | undefined, second: Row | undefined): readonly string[] {
    const key = (first ?? second)?.key ?? "";
    return [this.#filled(key), ...this.#rest(first, 0), ...this.#rest(second, 1)];
  }

  #rest(row: Row | undefined, file: 0 | 1): readonly string[] {
    const { fields, format } = this.#plan;
    if (format === "auto") {
      const places = Array.from({ length: this.#widths[file] }, (_, place) => place);
      return places
        .filter((place) => place !== fields[file])
        .map((place) => this.#filled(row?.fields[place]));
    }
    const left = row?.fields.filter((_, place) => place !== fields[file]) ?? [];
    return left.map((field) => this.#filled(field));
  }
}
