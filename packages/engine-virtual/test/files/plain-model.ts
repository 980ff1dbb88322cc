/** The simplest thing that could be a file system: every path with its content, or `null` for a directory. */
export type Model = Map<string, string | null>;

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

const isBelow = (path: string, top: string): boolean => path.startsWith(`${top}/`);

const isDirectory = (model: Model, path: string): boolean =>
  path === "" || model.get(path) === null;

const isFile = (model: Model, path: string): boolean => typeof model.get(path) === "string";

export interface ModelLimits {
  readonly bytes: number;
  readonly file: number;
  readonly nodes: number;
  readonly depth: number;
}

export const bytesOf = (model: Model): number =>
  [...model.values()].reduce((sum, content) => sum + (content?.length ?? 0), 0);

function isWithinLimits(model: Model, limits: ModelLimits): boolean {
  return (
    bytesOf(model) <= limits.bytes &&
    model.size <= limits.nodes &&
    [...model].every(
      ([path, content]) =>
        (content?.length ?? 0) <= limits.file && path.split("/").length - 1 <= limits.depth,
    )
  );
}

/** The model after a change, or the same one where the change is refused. */
const kept = (before: Model, after: Model, limits: ModelLimits): Model =>
  isWithinLimits(after, limits) ? after : before;

export interface Operation {
  readonly kind: "write" | "append" | "mkdir" | "remove" | "move" | "copy";
  readonly path: string;
  /** Where it is moved or copied to. */
  readonly to: string;
  /** How much is written. */
  readonly size: number;
}

/** Other letters for another operation, so that one cannot be taken for the other. */
export const filling = (kind: string, size: number): string =>
  String.fromCharCode((kind === "append" ? 65 : 97) + (size % 26)).repeat(size);

function written(model: Model, path: string, content: string): Model {
  if (!isDirectory(model, parentOf(path)) || isDirectory(model, path)) return model;
  return new Map(model).set(path, content);
}

const hasChildren = (model: Model, path: string): boolean =>
  [...model.keys()].some((other) => isBelow(other, path));

const isPlaceFor = (model: Model, path: string, to: string): boolean =>
  model.has(path) && isDirectory(model, parentOf(to)) && !isBelow(to, path) && to !== path;

function mayMove(model: Model, path: string, to: string): boolean {
  if (!isPlaceFor(model, path, to) || isBelow(path, to)) return false;
  if (!model.has(to)) return true;
  return isFile(model, path) === isFile(model, to) && !hasChildren(model, to);
}

function moved(model: Model, path: string, to: string): Model {
  if (!mayMove(model, path, to)) return model;
  const after: Model = new Map();
  for (const [name, content] of model) {
    if (name === to) continue;
    const goes = name === path || isBelow(name, path);
    after.set(goes ? to + name.slice(path.length) : name, content);
  }
  return after;
}

const mayCopy = (model: Model, path: string, to: string): boolean =>
  isPlaceFor(model, path, to) && (!model.has(to) || (isFile(model, to) && isFile(model, path)));

function copied(model: Model, path: string, to: string): Model {
  if (!mayCopy(model, path, to)) return model;
  const after = new Map(model);
  for (const [name, content] of model) {
    if (name === path || isBelow(name, path)) after.set(to + name.slice(path.length), content);
  }
  return after;
}

function wanted(model: Model, operation: Operation): Model {
  const { kind, path } = operation;
  switch (kind) {
    case "write":
      return written(model, path, filling(kind, operation.size));
    case "append":
      return written(model, path, (model.get(path) ?? "") + filling(kind, operation.size));
    case "mkdir":
      if (model.has(path) || !isDirectory(model, parentOf(path))) return model;
      return new Map(model).set(path, null);
    case "remove":
      return new Map([...model].filter(([name]) => name !== path && !isBelow(name, path)));
    case "move":
      return moved(model, path, operation.to);
    case "copy":
      return copied(model, path, operation.to);
  }
}

export const afterOperation = (model: Model, operation: Operation, limits: ModelLimits): Model =>
  kept(model, wanted(model, operation), limits);
