import { access } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { CheckedManifest } from "@plugboard/manifest";
import { CliError } from "../terminal/cli-error.ts";

// The manifest's rules are loaded for those who read one: commands that only look for the folder start sooner.
const manifestFileName = "service-manifest.yaml";

/** An integration on the disk. */
export interface Project {
  /** The folder with `service-manifest.yaml` in it. */
  readonly folder: string;
  /** What is in the manifest, and what is wrong with it. */
  readonly checked: CheckedManifest;
}

/** The folder of the integration that a folder is in; `undefined` when it is in none. */
export async function findProjectFolder(from: string): Promise<string | undefined> {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const found = await access(join(folder, manifestFileName)).then(
      () => true,
      () => false,
    );
    if (found) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** Reads the integration that a folder is in. Whether it may have the scopes of scripts is for the server to say. @throws CliError `invalid_project` when it is in none */
export async function readProject(from: string): Promise<Project> {
  const folder = await findProjectFolder(from);
  if (folder !== undefined) {
    const { readManifest } = await import("@plugboard/manifest/node");
    return { folder, checked: await readManifest(folder, { allowInternalScopes: true }) };
  }
  throw new CliError("invalid_project", `There is no ${manifestFileName} in ${from} or above it.`, {
    next: "Go to the folder of an integration, or make one with `plugboard create`.",
  });
}
