import { createHash } from "node:crypto";
import { access, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleName } from "../cells/cell-files.ts";
import { ScriptRunnerError } from "../model/script-runner-error.ts";

/** What an author publishes. */
export interface ScriptBundle {
  /** One ES module with everything in it, whose default export is `createIntegration({ … })`. */
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

/**
 * The hash of a bundle: SHA-256 over the module and its source map, in hexadecimal.
 *
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { hashOfBundle } from "@plugboard/script-runner";
 *
 * const hash = hashOfBundle({ module: await readFile("dist/integration.mjs") });
 * ```
 */
export function hashOfBundle({ module, sourceMap }: ScriptBundle): string {
  // The module's own hash first, so that no two pairs run together to the same bytes.
  const hash = createHash("sha256").update(createHash("sha256").update(module).digest());
  if (sourceMap !== undefined) hash.update(sourceMap);
  return hash.digest("hex");
}

/** Opens the store in a directory, which is made when it is not there. */
export function openBundleStore(directory: string): BundleStore {
  const writing = new Map<string, Promise<string>>();

  async function write(hash: string, load: () => Promise<ScriptBundle>): Promise<string> {
    const place = join(directory, hash);
    if (await exists(place)) return place;
    const bundle = await load();
    const found = hashOfBundle(bundle);
    if (found !== hash) {
      throw new ScriptRunnerError(
        "wrong_hash",
        `The bundle has the hash ${found}, and ${hash} was asked for.`,
      );
    }
    // Appears whole or not at all, also when two processes write it at once.
    const draft = join(directory, `.${hash}-${process.pid}`);
    await mkdir(draft, { recursive: true });
    await writeFile(join(draft, bundleName), bundle.module);
    if (bundle.sourceMap !== undefined) await writeFile(join(draft, `${bundleName}.map`), bundle.sourceMap);
    await rename(draft, place).catch(async (error: unknown) => {
      await rm(draft, { recursive: true, force: true });
      if (!(await exists(place))) throw error;
    });
    return place;
  }

  return {
    locate: (hash, load) => {
      const known = writing.get(hash);
      if (known !== undefined) return known;
      const place = write(hash, load).finally(() => writing.delete(hash));
      writing.set(hash, place);
      return place;
    },
  };
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
