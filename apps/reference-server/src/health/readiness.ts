import { statfs } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { describeDatabaseFailure, type PlatformStorage } from "@plugboard/platform";

const timeoutMilliseconds = 1000;
const hangs = "The server's database does not respond within a second.";

const isFull = "The server's disk is full. Its operator must free space.";
/** The disk counts as full below this size, because the probe's row may still fit when a page change doesn't. */
const minFreeBytes = 1024 * 1024;

/**
 * Creates a readiness check. Within a second, it returns why the database can't be read or written, or `undefined`.
 *
 * @param folder - the folder of the database files, if they are on this machine
 */
export function createReadiness(
  database: PlatformStorage["database"],
  folder: string | undefined,
): () => Promise<string | undefined> {
  let asking: Promise<string | undefined> | undefined;
  const ask = async (): Promise<string | undefined> => {
    try {
      if (folder !== undefined && (await freeBytes(folder)) < minFreeBytes) return isFull;
      // A full or read-only disk can still be read, and SQLite writes nothing if a row is unchanged.
      await database
        .insertInto("used_tickets")
        .values({ id: "readiness", expires_at: Date.now() })
        .onConflict((conflict) =>
          conflict.column("id").doUpdateSet((row) => ({ expires_at: row.ref("excluded.expires_at") })),
        )
        .execute();
      return undefined;
    } catch (error) {
      return describeDatabaseFailure(error) ?? "The server's database is failing. See the log.";
    } finally {
      asking = undefined;
    }
  };
  // Probes arrive every few seconds. With a hanging database they must not take all its connections.
  return async () =>
    await Promise.race([(asking ??= ask()), delay(timeoutMilliseconds, hangs, { ref: false })]);
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
