import { readFile, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import type { ManifestIssueCode } from "../model/manifest-issue.ts";

/** The bytes of a file, or why they were not read. */
export type FileContent =
  | { readonly bytes: Uint8Array }
  | { readonly code: ManifestIssueCode; readonly message: string };

/** Reads a file that must lie inside a folder, links followed; a larger one than `maxBytes` is refused unread. */
export async function readInside(folder: string, file: string, maxBytes: number): Promise<FileContent> {
  try {
    const target = await realpath(join(folder, file));
    if (!isInside(await realpath(folder), target)) {
      const message = "This leads out of the manifest's folder. Copy the file into the folder.";
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
  // Asked before it is opened: opening a pipe would wait for its writer.
  const stats = await stat(target);
  if (!stats.isFile()) return { code: "not_a_file", message: "This is not a file. Name a file." };
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
    ? "There is no such file. Add it, or mend the path."
    : `This file cannot be read (${code}).`;
  return { code: "missing_file", message };
}
