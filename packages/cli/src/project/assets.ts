import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Manifest } from "@plugboard/manifest";

/**
 * Returns the files published with an integration, base64-encoded and keyed by their path relative to the
 * manifest: the manifest's images and everything in `assets`.
 */
export async function readAssets(folder: string, manifest: Manifest): Promise<Record<string, string>> {
  const { icon, previewImages = [], blocks = [], contentSources = [] } = manifest;
  const named = [
    icon,
    ...previewImages,
    ...[...blocks, ...contentSources].map((described) => described.icon),
  ].flatMap((file) => (file === undefined ? [] : [relative(folder, join(folder, file))]));
  const entries = await readdir(join(folder, "assets"), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const beside = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const files = [...new Set([...named, ...beside])].toSorted();
  const contents = files.map(
    async (file): Promise<[string, string]> => [
      file.split(sep).join("/"),
      (await readFile(join(folder, file))).toString("base64"),
    ],
  );
  return Object.fromEntries(await Promise.all(contents));
}
