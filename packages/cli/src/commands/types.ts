import { watch } from "node:fs";
import { once } from "node:events";
import { manifestFileName } from "@plugboard/manifest";
import { readManifest } from "@plugboard/manifest/node";
import { readProject } from "../project/project.ts";
import { writeTypes } from "../project/types-file.ts";
import { requireManifest } from "./check.ts";
import { contractFileName, writeContract } from "../project/contract-file.ts";
import { loadContract } from "../project/load-contract.ts";
import { CliError } from "../terminal/cli-error.ts";
import type { CommandContext } from "./command-context.ts";

/**
 * Generates the types of the manifest. With `product`, first updates the declarations of the product. With `watch`, regenerates them after each change until interrupted.
 */
export async function types(
  context: CommandContext,
  options: { readonly watch?: true | undefined; readonly product?: string | undefined },
): Promise<void> {
  const { cwd, terminal, signal } = context;
  const { folder } = await readProject(cwd);
  if (options.product !== undefined) await updateContract(context, folder, options.product);
  const write = async (): Promise<void> => {
    const { checked, product } = await readProject(folder);
    const { contract } = checked;
    const manifest = requireManifest(context, checked);
    const { file, changed } = await writeTypes(folder, manifest, { product, contract });
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

/** @throws CliError `invalid_project` if the manifest is for another product */
async function updateContract({ terminal }: CommandContext, folder: string, source: string): Promise<void> {
  const contract = await loadContract(source, folder);
  const { manifest } = await readManifest(folder, { allowInternalScopes: true });
  if (manifest !== undefined && manifest.product !== contract.name)
    throw new CliError("invalid_project", `${source} is the product ${contract.name}.`, {
      next: `Add \`product: ${contract.name}\` to service-manifest.yaml.`,
    });
  await writeContract(folder, contract);
  terminal.note(`${contractFileName} is written. Commit it.`);
}
