import { statfs } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { describeDatabaseFailure, type PlatformStorage } from "@plugboard/platform";

const timeoutMilliseconds = 1000;
const hangs = "The server's database does not respond within a second.";

const isFull = "The server's disk is full. Its operator must free space.";
/** Less is no room: what is asked below may still fit where a change of a page does not. */
const minFreeBytes = 1024 * 1024;

/**
 * Finds out within a second why the database does not read and write; `undefined` when it does.
 *
 * @param folder where the database's files are, where this machine has them
 */
export function createReadiness(
  database: PlatformStorage["database"],
  folder: string | undefined,
): () => Promise<string | undefined> {
  let asking: Promise<string | undefined> | undefined;
  const ask = async (): Promise<string | undefined> => {
    try {
      if (folder !== undefined && (await freeBytes(folder)) < minFreeBytes) return isFull;
      // A full or read-only disk still reads; and SQLite writes nothing where a row stays as it is.
      await database
        .insertInto("used_tickets")
        .values({ id: "readiness", expires_at: Date.now() })
        .onConflict((conflict) =>
          conflict.column("id").doUpdateSet((row) => ({ expires_at: row.ref("excluded.expires_at") })),
        )
        .execute();
      return undefined;
    } catch (error) {
      return describeDatabaseFailure(error) ?? "The server's database fails. See the log.";
    } finally {
      asking = undefined;
    }
  };
  // Probes come every few seconds, and those that a hanging database keeps waiting must not take all its connections.
  return async () =>
    await Promise.race([(asking ??= ask()), delay(timeoutMilliseconds, hangs, { ref: false })]);
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
