import { type FSWatcher, watch } from "node:fs";
import { dirname, resolve } from "node:path";

/** Watches a set of files. */
export interface FileWatcher {
  /** Replaces the set of watched files. */
  readonly follow: (files: readonly string[]) => void;
  readonly close: () => void;
}

// Editors write a file in several steps; changes within this time are reported together.
const quietMilliseconds = 15;

/** Reports file changes, grouped if they happen close together. */
export function watchFiles(onChange: (files: readonly string[]) => void): FileWatcher {
  const watchers = new Map<string, FSWatcher>();
  let followed: ReadonlySet<string> = new Set();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function note(file: string): void {
    if (!followed.has(file)) return;
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const files = [...changed];
      changed.clear();
      onChange(files);
    }, quietMilliseconds);
  }

  return {
    follow: (files) => {
      followed = new Set(files.map((file) => resolve(file)));
      // Folders are watched because editors replace files instead of writing to them.
      const folders = new Set([...followed].map((file) => dirname(file)));
      for (const [folder, watcher] of watchers) {
        if (folders.has(folder)) continue;
        watcher.close();
        watchers.delete(folder);
      }
      for (const folder of folders) {
        if (watchers.has(folder)) continue;
        const watcher = watch(folder, (_event, name) => {
          if (name !== null) note(resolve(folder, name));
        });
        watcher.on("error", () => watchers.delete(folder));
        watchers.set(folder, watcher);
      }
    },
    close: () => {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
