import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { PlatformStorage, Settings } from "@plugboard/platform";

/** The link that creates the account of the first owner. It works once, and only while there is no owner. */
export interface FirstOwnerLink {
  /** Creates the link's token for the first server that starts. `undefined` if it exists: it is shown once. */
  readonly create: () => Promise<string | undefined>;
  /** Creates a token that replaces the one before it. */
  readonly replace: () => Promise<string>;
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
    create: async () => {
      const token = createToken();
      return (await settings.getOrCreate(settingName, async () => token)) === token ? token : undefined;
    },
    replace: async () => {
      const token = createToken();
      await settings.put(settingName, token);
      return token;
    },
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

function createToken(): string {
  return randomBytes(24).toString("base64url");
}

/** Returns the page of the console that takes a link's token. */
export function firstOwnerUrlOf(consoleUrl: string, token: string): string {
  return `${consoleUrl}/welcome#${token}`;
}

function hash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
