import { createSettings } from "@plugboard/platform";
import { createFirstOwnerLink, firstOwnerUrlOf } from "../people/first-owner-link.ts";
import { toPlatformUrls } from "../settings/platform-urls.ts";
import type { ServerConfig } from "../settings/server-config.ts";
import { ServerError } from "../settings/server-error.ts";
import { openStorage } from "../storage/open-storage.ts";
import { toStorageLocation } from "./check-data.ts";

/** Replaces the first owner's link, for operators who lost the original. Servers can keep running. */
export async function printFirstOwnerLink(
  config: ServerConfig,
  say: (line: string) => void,
): Promise<number> {
  const { database, secretBox, close } = await openStorage(
    { ...toStorageLocation(config), isShared: true },
    () => {},
  );
  try {
    const owner = database.selectFrom("members").select("user_id").where("role", "=", "owner").limit(1);
    if ((await owner.executeTakeFirst()) !== undefined)
      throw new ServerError(
        "data_in_use",
        "An owner already exists. Ask them for an invitation, or create one with the administrator token.",
      );
    const token = await createFirstOwnerLink(createSettings(database, secretBox), database).replace();
    say(firstOwnerUrlOf(toPlatformUrls(config, config.port).console, token));
    return 0;
  } finally {
    await close();
  }
}
