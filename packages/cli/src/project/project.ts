import { access } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { ContractResource } from "@plugboard/api/client";
import type { CheckedManifest, ManifestContract } from "@plugboard/manifest";
import { CliError } from "../terminal/cli-error.ts";

// The manifest rules are imported lazily: commands that only locate the folder start faster.
const manifestFileName = "service-manifest.yaml";

/** An integration on disk. */
export interface Project {
  /** The folder that contains `service-manifest.yaml`. */
  readonly folder: string;
  /** The manifest and its problems. */
  readonly checked: CheckedManifest;
  /** The declarations of the product that it is for. `undefined` if unknown. */
  readonly product?: ContractResource | undefined;
}

/** Returns the folder of the integration that contains a path; `undefined` if there is none. */
export async function findProjectFolder(from: string): Promise<string | undefined> {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const hasManifest = await access(join(folder, manifestFileName)).then(
      () => true,
      () => false,
    );
    if (hasManifest) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * Reads the integration that contains a path. Script scopes are not checked here; the server decides.
 *
 * @throws CliError `invalid_project` if there is no manifest, or the product's contract is invalid
 */
export async function readProject(from: string): Promise<Project> {
  const folder = await findProjectFolder(from);
  if (folder !== undefined) {
    const { readContract, toManifestContract } = await import("./contract-file.ts");
    const product = await readContract(folder);
    const checked = await readChecked(folder, product && toManifestContract(product));
    return { folder, product, checked };
  }
  throw new CliError("invalid_project", `There is no ${manifestFileName} in ${from} or above it.`, {
    next: "Go to an integration's folder, or create one with `plugboard create`.",
  });
}

/**
 * Reads a manifest. Without a contract, it is checked as one for the documentation product unless it names another, whose
 * names are unknown.
 */
async function readChecked(folder: string, contract: ManifestContract | undefined): Promise<CheckedManifest> {
  const { readManifest } = await import("@plugboard/manifest/node");
  if (contract !== undefined) return await readManifest(folder, { allowInternalScopes: true, contract });
  const { contentContract } = await import("@plugboard/content/contract");
  const checked = await readManifest(folder, { allowInternalScopes: true, contract: contentContract });
  return checked.errors.some(({ code }) => code === "other_product")
    ? await readManifest(folder, { allowInternalScopes: true })
    : checked;
}
