import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { hashOfBundle } from "@plugboard/api";
import { bundleName } from "../sandboxes/sandbox-configuration.ts";
import { ScriptRunnerError } from "../model/script-runner-error.ts";

/** What an author publishes. */
export interface ScriptBundle {
  /** One ES module with everything in it, which exports `createIntegration({ … })`, as its default or as `integration`. */
  readonly module: Uint8Array;
  /** Its source map, for the places in stack traces. */
  readonly sourceMap?: Uint8Array | undefined;
}

/** Keeps bundles on the disk by what they contain. */
export interface BundleStore {
  /**
   * The directory of a bundle; it is loaded and written first when it is not there.
   *
   * @throws {ScriptRunnerError} `wrong_hash` when the loaded bundle is another one
   */
  readonly locate: (hash: string, load: () => Promise<ScriptBundle>) => Promise<string>;
}

/** Opens the store in a directory, which is made when it is not there. */
export function openBundleStore(directory: string): BundleStore {
  const root = resolve(directory);
  const locating = new Map<string, Promise<string>>();

  async function locate(hash: string, load: () => Promise<ScriptBundle>): Promise<string> {
    if (!/^[0-9a-f]{64}$/.test(hash)) {
      throw new ScriptRunnerError(
        "wrong_hash",
        `"${hash}" is not the hash of a bundle; hashOfBundle makes one.`,
      );
    }
    const place = join(root, hash);
    const stored = await read(place);
    // Half a file can be left after a power failure.
    if (stored !== undefined && (await hashOfBundle(stored)) === hash) return place;
    const bundle = await load();
    const found = await hashOfBundle(bundle);
    if (found !== hash) {
      const message = `The bundle has the hash ${found}, and ${hash} was asked for.`;
      throw new ScriptRunnerError("wrong_hash", message);
    }
    if (stored !== undefined) await rm(place, { recursive: true, force: true });
    await write(place, bundle);
    return place;
  }

  return {
    locate: (hash, load) => {
      const known = locating.get(hash);
      if (known !== undefined) return known;
      const place = locate(hash, load).finally(() => locating.delete(hash));
      locating.set(hash, place);
      return place;
    },
  };
}

async function read(place: string): Promise<ScriptBundle | undefined> {
  try {
    const module = await readFile(join(place, bundleName));
    const sourceMap = await readFile(join(place, `${bundleName}.map`)).catch(() => undefined);
    return { module, sourceMap };
  } catch {
    return undefined;
  }
}

// It appears whole or not at all, also when two processes write it at once.
async function write(place: string, { module, sourceMap }: ScriptBundle): Promise<void> {
  const draft = `${place}-${randomUUID()}`;
  await mkdir(draft, { recursive: true });
  await writeFile(join(draft, bundleName), module);
  if (sourceMap !== undefined) await writeFile(join(draft, `${bundleName}.map`), sourceMap);
  try {
    await rename(draft, place);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if ((await read(place)) === undefined) throw error;
  }
}
