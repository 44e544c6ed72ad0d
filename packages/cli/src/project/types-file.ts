import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { ContractResource } from "@plugboard/api/client";
import { generateTypes, type Manifest, type ManifestContract } from "@plugboard/manifest";

/** The file name of generated types. */
const typesFileName = "service-manifest.types.ts";

/** The result of generating types. */
export interface TypesResult {
  /** The path relative to the integration's folder. */
  readonly file: string;
  readonly changed: boolean;
}

/** The product that an integration is for. */
interface ProductOfTypes {
  /** Its declarations, whose types are written too. */
  readonly product?: ContractResource | undefined;
  /** The contract that the manifest was checked with. */
  readonly contract: ManifestContract | undefined;
}

/**
 * Writes the types of a manifest's settings and secrets, and of its product, next to the script, or into `src` if there is no
 * script. Leaves an up-to-date file untouched.
 */
export async function writeTypes(
  folder: string,
  manifest: Manifest,
  { product, contract }: ProductOfTypes,
): Promise<TypesResult> {
  const file = join(await sourceFolder(folder, manifest), typesFileName);
  const types = generateTypes(manifest, { contract: product, kinds: Object.keys(contract?.kinds ?? {}) });
  const changed = (await readFile(file, "utf8").catch(() => undefined)) !== types;
  if (changed) await writeFile(file, types);
  return { file: relative(folder, file), changed };
}

async function sourceFolder(folder: string, { script }: Manifest): Promise<string> {
  if (script !== undefined) {
    const beside = dirname(join(folder, script));
    if (await isFolder(beside)) return beside;
  }
  const sources = join(folder, "src");
  return (await isFolder(sources)) ? sources : folder;
}

async function isFolder(path: string): Promise<boolean> {
  return await readdir(path).then(
    () => true,
    () => false,
  );
}
