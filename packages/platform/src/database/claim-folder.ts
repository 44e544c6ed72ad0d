import type { DatabaseSync } from "node:sqlite";
import { PlatformError } from "../common/platform-error.ts";

const sqliteBusy = 5;

/**
 * Claims a data folder for this process with an exclusive transaction on a database file of its own: the one lock Node
 * offers that the operating system drops when the process ends, however it ends.
 *
 * @throws PlatformError `data_in_use`
 */
export function claimFolder(lock: DatabaseSync, folder: string): void {
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    if (!(error instanceof Error && "errcode" in error && error.errcode === sqliteBusy)) throw error;
    throw new PlatformError(
      "data_in_use",
      `the folder ${folder} is in use by another server. Stop that one, or name another folder.`,
    );
  }
}
