import { setTimeout as delay } from "node:timers/promises";
import { describeDatabaseFailure, type PlatformStorage } from "@plugboard/platform";
import { sql } from "kysely";

const timeoutMilliseconds = 1000;
const hangs = "The server's database does not respond within a second.";

/** Finds out within a second why the database does not read and write; `undefined` when it does. */
export function createReadiness(database: PlatformStorage["database"]): () => Promise<string | undefined> {
  let asking: Promise<string | undefined> | undefined;
  const ask = async (): Promise<string | undefined> => {
    try {
      // A write that changes nothing: a full or read-only disk still reads.
      await sql`update settings set value = value where name = (select min(name) from settings)`.execute(
        database,
      );
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
