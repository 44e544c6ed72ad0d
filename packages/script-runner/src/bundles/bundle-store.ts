import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { hashOfBundle } from "@plugboard/api";
import { bundleName } from "../sandboxes/sandbox-configuration.ts";
import { ScriptRunnerError } from "../model/script-runner-error.ts";

/** A published bundle. */
export interface ScriptBundle {
  /**
   * A self-contained ES module that exports `createIntegration({ … })`, as the default export or as
   * `integration`.
   */
  readonly module: Uint8Array;
  /** The source map, used to translate positions in stack traces. */
  readonly sourceMap?: Uint8Array | undefined;
}

/** Stores bundles on disk by their hash. */
export interface BundleStore {
  /**
   * Returns the directory of a bundle; loads and writes the bundle first if it isn't stored yet.
   *
   * @throws {ScriptRunnerError} `wrong_hash` if the loaded bundle has a different hash
   */
  readonly locate: (hash: string, load: () => Promise<ScriptBundle>) => Promise<string>;
}

/** Opens the store in a directory, which is created if necessary. */
export function openBundleStore(directory: string): BundleStore {
  const root = resolve(directory);
  const locating = new Map<string, Promise<string>>();

  async function locate(hash: string, load: () => Promise<ScriptBundle>): Promise<string> {
    if (!/^[0-9a-f]{64}$/.test(hash)) {
      throw new ScriptRunnerError(
        "wrong_hash",
        `"${hash}" is not a bundle hash. Compute it with hashOfBundle.`,
      );
    }
    const bundleDirectory = join(root, hash);
    const stored = await read(bundleDirectory);
    // A power failure can leave a truncated file.
    if (stored !== undefined && (await hashOfBundle(stored)) === hash) return bundleDirectory;
    const bundle = await load();
    const actual = await hashOfBundle(bundle);
    if (actual !== hash) {
      const message = `The bundle has the hash ${actual} instead of ${hash}.`;
      throw new ScriptRunnerError("wrong_hash", message);
    }
    if (stored !== undefined) await rm(bundleDirectory, { recursive: true, force: true });
    await write(bundleDirectory, bundle);
    return bundleDirectory;
  }

  return {
    locate: (hash, load) => {
      const pending = locating.get(hash);
      if (pending !== undefined) return pending;
      const bundleDirectory = locate(hash, load).finally(() => locating.delete(hash));
      locating.set(hash, bundleDirectory);
      return bundleDirectory;
    },
  };
}

async function read(directory: string): Promise<ScriptBundle | undefined> {
  try {
    const module = await readFile(join(directory, bundleName));
    const sourceMap = await readFile(join(directory, `${bundleName}.map`)).catch(() => undefined);
    return { module, sourceMap };
  } catch {
    return undefined;
  }
}

// Atomic, even if two processes write the bundle at the same time.
async function write(directory: string, { module, sourceMap }: ScriptBundle): Promise<void> {
  const draft = `${directory}-${randomUUID()}`;
  await mkdir(draft, { recursive: true });
  await writeFile(join(draft, bundleName), module);
  if (sourceMap !== undefined) await writeFile(join(draft, `${bundleName}.map`), sourceMap);
  try {
    await rename(draft, directory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if ((await read(directory)) === undefined) throw error;
  }
}
