/**
 * Links of /proc whose meaning depends on who opens them (proc(5)): what they lead to for whoever
 * asks here says nothing of the process that will open them.
 */
const MAGIC = /^\/proc\/[^/]+\/(task\/[^/]+\/)?(cwd|root|exe|fd|map_files)(\/|$)/;

const STREAM = /^\/dev\/(stdin|stdout|stderr|fd\/[012])$/;

/** Whether a path, or a part of it before a `..` takes it back, goes through such a link. */
export function throughMagicLink(path: string): boolean {
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
    if (isMagic(`/${names.join("/")}`)) return true;
  }
  return false;
}

/** Standard input, output and error of whoever opens it. */
export function isStandardStream(path: string): boolean {
  return STREAM.test(path.replace(/\/+/g, "/"));
}

function isMagic(path: string): boolean {
  return MAGIC.test(path) || (/^\/dev\/fd\/./.test(path) && !STREAM.test(path));
}
