import { limits } from "@plugboard/api/contract";

const mebibyte = 1024 * 1024;

/** Bounds on one sync. A repository's owner decides everything else about it. */
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
  /** Bytes that a fetch may bring and Git may write into one file, unless the operator says otherwise. */
  repositoryBytes: 256 * mebibyte,
  /** Bytes of the Markdown of all pages together, counted once for each file name. */
  textBytes: 32 * mebibyte,
  /** Bytes of one Markdown file: no character takes more than three for each UTF-16 unit. */
  fileBytes: limits.markdownLength * 3,
  /** Files and folders below the folder of the space. */
  entries: 100_000,
  /** Bytes of the list of the root folder, and of the space's: 100,000 entries with names of 60 characters. */
  treeBytes: 8 * mebibyte,
  /** Folders inside each other. */
  depth: 64,
  /** Characters of a file's path. */
  pathLength: 1000,
  /** Bytes that Git may write to a pipe that is held in memory. */
  outputBytes: 16 * mebibyte,
  /** Bytes of address space of one Git process. */
  memoryBytes: 1024 * mebibyte,
  /** Seconds of processor time of one Git process. */
  cpuSeconds: 20,
};
