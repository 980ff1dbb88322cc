import { watch } from "node:fs";
import { basename, dirname } from "node:path";

/**
 * Calls back whenever one of these paths was made, removed or replaced, as soon as the kernel tells of it
 * (inotify(7)); until it is disposed. Of what cannot be watched nothing is told.
 */
export function watchNames(paths: readonly string[], onChange: () => void): Disposable {
  const watchers = [...Map.groupBy(paths, dirname)].flatMap(([folder, inside]) => {
    // The folder's own name is told where that is moved.
    const names = new Set([...inside, folder].map((path) => basename(path)));
    try {
      const watcher = watch(folder, { persistent: false }, (event, name) => {
        if (event === "rename" && (name === null || names.has(name))) onChange();
      });
      return [watcher.on("error", () => undefined)];
    } catch {
      return [];
    }
  });
  return {
    [Symbol.dispose]() {
      for (const watcher of watchers) watcher.close();
    },
  };
}
