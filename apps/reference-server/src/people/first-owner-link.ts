import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { PlatformStorage, Settings } from "@plugboard/platform";

/** The link that makes the first owner: it works once, and while nobody is one. */
export interface FirstOwnerLink {
  /** The link's token, which the first server makes and every later start finds. */
  readonly open: () => Promise<string>;
  readonly isValid: (token: string) => Promise<boolean>;
  /** Takes the token out of use. @returns whether it was valid, and nobody else was quicker */
  readonly use: (token: string) => Promise<boolean>;
}

const settingName = "first-owner-token";

/** Keeps the link's token sealed in the database. */
export function createFirstOwnerLink(
  settings: Settings,
  database: PlatformStorage["database"],
): FirstOwnerLink {
  const isValid = async (token: string): Promise<boolean> => {
    const known = await settings.get(settingName);
    return known !== undefined && timingSafeEqual(hash(known), hash(token));
  };
  return {
    open: async () =>
      await settings.getOrCreate(settingName, async () => randomBytes(24).toString("base64url")),
    isValid,
    use: async (token) => {
      if (!(await isValid(token))) return false;
      const { numDeletedRows } = await database
        .deleteFrom("settings")
        .where("name", "=", settingName)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

function hash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
