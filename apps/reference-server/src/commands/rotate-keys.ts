import { setTimeout as delay } from "node:timers/promises";
import { reencryptAll } from "@plugboard/platform";
import { ServerError } from "../settings/server-error.ts";
import { createMasterKey, loadMasterKeys, writeMasterKeys } from "../storage/master-key.ts";
import { openStorage } from "../storage/open-storage.ts";
import { type DataLocation, toStorageLocation } from "./check-data.ts";

// Servers check the file once a second.
const noticeMilliseconds = 2500;

/**
 * Re-encrypts all data with a new master key while servers run. With a shared data folder, one call is enough. If
 * each machine has a copy of `master.key`, run three steps and copy the file to all machines after each:
 * `begin` adds the new key for decryption, `reencrypt` re-encrypts with it, `finish` drops the old one.
 */
export async function rotateKeys(
  location: DataLocation,
  step: string,
  say: (line: string) => void,
): Promise<number> {
  const { dataDir } = location;
  const { keys } = await loadMasterKeys(dataDir);
  const [first = createMasterKey(), second] = keys;
  const reencrypt = async (): Promise<number> => {
    const storage = await openStorage({ ...toStorageLocation(location), isShared: true }, () => {});
    try {
      return await reencryptAll(storage, storage.secretBox);
    } finally {
      await storage.close();
    }
  };
  const needTwo = (): Uint8Array => {
    if (second !== undefined) return second;
    throw new ServerError(
      "data_unreadable",
      `master.key in ${dataDir} contains only one key. Run rotate-keys begin first.`,
    );
  };
  const steps: Readonly<Record<string, () => Promise<void>>> = {
    "": async () => {
      // An interrupted rotation continues with the key it created.
      const newest = second === undefined ? createMasterKey() : first;
      await writeMasterKeys(dataDir, [newest, ...keys.filter((key) => key !== newest)]);
      await delay(noticeMilliseconds);
      const encrypted = await reencrypt();
      await writeMasterKeys(dataDir, [newest]);
      say(`Re-encrypted ${encrypted} values with the new key and removed the old one. Back up master.key.`);
    },
    begin: async () => {
      await writeMasterKeys(dataDir, [first, second ?? createMasterKey()]);
      say("Added a new key to master.key. Copy the file to every machine, then run rotate-keys reencrypt.");
    },
    reencrypt: async () => {
      await writeMasterKeys(dataDir, [needTwo(), first]);
      say(
        `Re-encrypted ${await reencrypt()} values with the new key. Copy master.key to every machine, then run rotate-keys finish.`,
      );
    },
    finish: async () => {
      needTwo();
      const encrypted = await reencrypt();
      await writeMasterKeys(dataDir, [first]);
      say(
        `Re-encrypted ${encrypted} values and removed the old key. Copy master.key to every machine, and back it up.`,
      );
    },
  };
  const run = steps[step];
  if (run === undefined)
    throw new ServerError(
      "invalid_variable",
      `rotate-keys ${step}: the step must be begin, reencrypt or finish.`,
    );
  await run();
  return 0;
}
