/** What a name stands for: two names of one file have the same `file`. */
interface Content {
  readonly text: string;
  readonly file: symbol;
}

/** The simplest thing that could be a file system: every path with its content, or `null` for a directory. */
export type Model = Map<string, Content | null>;

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

const isBelow = (path: string, top: string): boolean => path.startsWith(`${top}/`);

const isDirectory = (model: Model, path: string): boolean =>
  path === "" || model.get(path) === null;

const isFile = (model: Model, path: string): boolean => !!model.get(path);

export interface ModelLimits {
  readonly bytes: number;
  readonly file: number;
  readonly nodes: number;
  readonly depth: number;
}

export const bytesOf = (model: Model): number =>
  [...model.values()].reduce((sum, content) => sum + (content?.text.length ?? 0), 0);

function isWithinLimits(model: Model, limits: ModelLimits): boolean {
  return (
    bytesOf(model) <= limits.bytes &&
    model.size <= limits.nodes &&
    [...model].every(
      ([path, content]) =>
        (content?.text.length ?? 0) <= limits.file && path.split("/").length - 1 <= limits.depth,
    )
  );
}

/** The model after a change, or the same one where the change is refused. */
const kept = (before: Model, after: Model, limits: ModelLimits): Model =>
  isWithinLimits(after, limits) ? after : before;

export interface Operation {
  readonly kind: "write" | "append" | "mkdir" | "remove" | "move" | "copy" | "link";
  readonly path: string;
  /** Where it is moved, copied or linked to. */
  readonly to: string;
  /** How much is written. */
  readonly size: number;
}

/** Other letters for another operation, so that one cannot be taken for the other. */
export const filling = (kind: string, size: number): string =>
  String.fromCharCode((kind === "append" ? 65 : 97) + (size % 26)).repeat(size);

/** A file has its new content under each of its names. */
function written(model: Model, path: string, text: string): Model {
  if (!isDirectory(model, parentOf(path)) || isDirectory(model, path)) return model;
  const file = model.get(path)?.file ?? Symbol(path);
  const after = new Map(model).set(path, { text, file });
  for (const [name, content] of model) {
    if (content?.file === file) after.set(name, { text, file });
  }
  return after;
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
    if (name !== path && !isBelow(name, path)) continue;
    after.set(to + name.slice(path.length), content && { ...content, file: Symbol(name) });
  }
  return after;
}

function linked(model: Model, path: string, to: string): Model {
  const content = model.get(path);
  if (!content || model.has(to) || !isDirectory(model, parentOf(to))) return model;
  return new Map(model).set(to, content);
}

function made(model: Model, path: string): Model {
  if (model.has(path) || !isDirectory(model, parentOf(path))) return model;
  return new Map(model).set(path, null);
}

const removed = (model: Model, path: string): Model =>
  new Map([...model].filter(([name]) => name !== path && !isBelow(name, path)));

const AFTER: Record<Operation["kind"], (model: Model, operation: Operation) => Model> = {
  write: (model, { kind, path, size }) => written(model, path, filling(kind, size)),
  append: (model, { kind, path, size }) =>
    written(model, path, (model.get(path)?.text ?? "") + filling(kind, size)),
  mkdir: (model, { path }) => made(model, path),
  remove: (model, { path }) => removed(model, path),
  move: (model, { path, to }) => moved(model, path, to),
  copy: (model, { path, to }) => copied(model, path, to),
  link: (model, { path, to }) => linked(model, path, to),
};

export const afterOperation = (model: Model, operation: Operation, limits: ModelLimits): Model =>
  kept(model, AFTER[operation.kind](model, operation), limits);
