import { watch } from "node:fs";
import { once } from "node:events";
import { manifestFileName } from "@plugboard/manifest";
import { readProject } from "../project/project.ts";
import { writeTypes } from "../project/types-file.ts";
import { requireManifest } from "./check.ts";
import type { CommandContext } from "./command-context.ts";

/**
 * Generates the types of the manifest. With `watch`, regenerates them after each change until interrupted.
 */
export async function types(
  context: CommandContext,
  options: { readonly watch?: true | undefined },
): Promise<void> {
  const { cwd, terminal, signal } = context;
  const { folder } = await readProject(cwd);
  const write = async (): Promise<void> => {
    const { checked } = await readProject(folder);
    const { file, changed } = await writeTypes(folder, requireManifest(context, checked));
    terminal.show({ file, changed }, `${file} ${changed ? "is written" : "is up to date"}.`);
  };
  if (options.watch === undefined) return await write();
  let queue = write().catch(report);
  function report(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    terminal.show({ error: { message } }, message);
  }
  const watcher = watch(folder, { signal }, (_event, file) => {
    if (file === manifestFileName) queue = queue.then(write).catch(report);
  });
  await once(watcher, "close");
  await queue;
}
