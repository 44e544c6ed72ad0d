import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { PlatformStorage, Settings } from "@plugboard/platform";

/** The link that creates the first owner's account. It works once, while there is no owner. */
export interface FirstOwnerLink {
  /**
   * Creates the link's token when the first server starts. Returns `undefined` if it already exists, because
   * it is only shown once.
   */
  readonly create: () => Promise<string | undefined>;
  /** Creates a token that replaces the previous one. */
  readonly replace: () => Promise<string>;
  readonly isValid: (token: string) => Promise<boolean>;
  /**
   * Consumes the token.
   * @returns whether it was valid and this call consumed it
   */
  readonly use: (token: string) => Promise<boolean>;
}

const settingName = "first-owner-token";

/** Stores the link's token encrypted in the database. */
export function createFirstOwnerLink(
  settings: Settings,
  database: PlatformStorage["database"],
): FirstOwnerLink {
  const isValid = async (token: string): Promise<boolean> => {
    const current = await settings.get(settingName);
    return current !== undefined && timingSafeEqual(hash(current), hash(token));
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

/** Returns the URL of the console page that accepts the token. */
export function firstOwnerUrlOf(consoleUrl: string, token: string): string {
  return `${consoleUrl}/welcome#${token}`;
}

function hash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
