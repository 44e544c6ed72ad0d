import { contentLimits } from "../limits/content-limits.ts";

const mebibyte = 1024 * 1024;

/** The limits of one sync, because the owner of a repository controls its contents. */
export const gitLimits: Readonly<
  Record<
    | "cpuSeconds"
    | "depth"
    | "entries"
    | "fileBytes"
    | "memoryBytes"
    | "outputBytes"
    | "pathLength"
    | "repositoryBytes"
    | "textBytes"
    | "treeBytes",
    number
  >
> = {
  /** The default maximum size of a fetch, and of a file written by Git. */
  repositoryBytes: 256 * mebibyte,
  /** The maximum size of all pages' Markdown. A file with several names counts once for each name. */
  textBytes: 32 * mebibyte,
  /** The maximum size of a Markdown file. A UTF-16 code unit takes at most three bytes. */
  fileBytes: contentLimits.markdownLength * 3,
  /** The maximum number of files and folders below the folder of the space. */
  entries: 100_000,
  /**
   * The maximum size of the file listing of the root folder or the space's folder: 100,000 entries with names
   * of 60 characters.
   */
  treeBytes: 8 * mebibyte,
  /** The maximum nesting depth of folders. */
  depth: 64,
  /** The maximum length of a file's path in characters. */
  pathLength: 1000,
  /** The maximum output of Git that is held in memory. */
  outputBytes: 16 * mebibyte,
  /** The maximum address space of a Git process. */
  memoryBytes: 1024 * mebibyte,
  /** The maximum CPU time of a Git process. */
  cpuSeconds: 20,
};
