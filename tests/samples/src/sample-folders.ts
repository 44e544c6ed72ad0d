import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A sample that authors can copy. */
export interface SampleFolder {
  readonly name: string;
  readonly path: string;
}

const apps = fileURLToPath(new URL("../../../apps", import.meta.url));

/** The sample integrations. */
export const integrationFolders: readonly SampleFolder[] = readdirSync(`${apps}/sample-integrations`, {
  withFileTypes: true,
})
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => toFolder(`${apps}/sample-integrations/${name}`))
  // A renamed sample leaves its installed packages behind.
  .filter(({ path }) => existsSync(join(path, "package.json")));

/** All samples. */
export const sampleFolders: readonly SampleFolder[] = [
  ...integrationFolders,
  toFolder(`${apps}/sample-webhook-receiver`),
];

function toFolder(path: string): SampleFolder {
  return { name: basename(path), path };
}
