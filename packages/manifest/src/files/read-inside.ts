import { readFile, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import type { ManifestIssueCode } from "../model/manifest-issue.ts";

/** The bytes of a file, or the reason why it couldn't be read. */
export type FileContent =
  | { readonly bytes: Uint8Array }
  | { readonly code: ManifestIssueCode; readonly message: string };

/**
 * Reads a file that must be inside a folder after resolving links. A file larger than `maxBytes` is rejected
 * without reading it.
 */
export async function readInside(folder: string, file: string, maxBytes: number): Promise<FileContent> {
  try {
    const target = await realpath(join(folder, file));
    if (!isInside(await realpath(folder), target)) {
      const message = "This path leads out of the manifest's folder. Copy the file into the folder.";
      return { code: "outside_folder", message };
    }
    return await readTarget(target, maxBytes);
  } catch (error) {
    return explainFailure(error);
  }
}

function isInside(folder: string, target: string): boolean {
  const way = relative(folder, target);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function readTarget(target: string, maxBytes: number): Promise<FileContent> {
  // Check before opening the file: opening a pipe would wait for its writer.
  const stats = await stat(target);
  if (!stats.isFile())
    return { code: "not_a_file", message: "This path is not a file. Use the path of a file." };
  if (stats.size > maxBytes) {
    const message = `This file is larger than ${maxBytes / 1024 / 1024} MiB. Make it smaller.`;
    return { code: "file_too_large", message };
  }
  return { bytes: await readFile(target) };
}

function explainFailure(error: unknown): FileContent {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  const absent = code === "ENOENT" || code === "ENOTDIR";
  const message = absent
    ? "The file does not exist. Add it, or correct the path."
    : `This file cannot be read (${code}).`;
  return { code: "missing_file", message };
}
