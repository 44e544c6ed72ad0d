import { open, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import {
  type CheckedManifest,
  checkManifest,
  type CheckManifestOptions,
  manifestFileName,
} from "../checking/check-manifest.ts";
import { ManifestError } from "../model/manifest-error.ts";
import type { ManifestIssue } from "../model/manifest-issue.ts";
import { maxManifestLength } from "../reading/decode-manifest.ts";
import { checkFiles } from "./check-files.ts";

/**
 * Reads and checks the manifest in a folder, including its files. If the only problem is a missing `script`,
 * the result contains the manifest along with that error, so that types can be generated before the code is
 * written.
 *
 * @param path the folder, or the manifest itself
 * @throws ManifestError with `code` `unreadable_file` if there is no manifest
 *
 * @example
 * ```ts
 * import { readManifest } from "@plugboard/manifest/node";
 *
 * const { manifest, errors } = await readManifest(".");
 * console.log(manifest?.title, errors.length);
 * ```
 */
export async function readManifest(
  path: string,
  options: CheckManifestOptions = {},
): Promise<CheckedManifest> {
  const { file, bytes } = await readBytes(path);
  const checked = checkManifest(bytes, { file: basename(file), ...options });
  const { errors, warnings } = await checkFiles(checked, dirname(file));
  return {
    ...checked,
    manifest: errors.every(isMissingScript) ? checked.manifest : undefined,
    errors: [...checked.errors, ...errors],
    warnings: [...checked.warnings, ...warnings],
  };
}

function isMissingScript({ code, path }: ManifestIssue): boolean {
  return code === "missing_file" && path[0] === "script";
}

async function readBytes(path: string): Promise<{ file: string; bytes: Uint8Array }> {
  try {
    const file = (await stat(path)).isDirectory() ? join(path, manifestFileName) : path;
    return { file, bytes: await readStart(file) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ManifestError("unreadable_file", `Cannot read the manifest: ${reason}`, { cause });
  }
}

/** Reads one byte more than the size limit, so that `checkManifest` rejects a larger file. */
async function readStart(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(
      new Uint8Array(maxManifestLength + 1),
      0,
      maxManifestLength + 1,
      0,
    );
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
