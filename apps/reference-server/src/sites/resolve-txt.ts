import { Resolver } from "node:dns/promises";
import type { ResolveTxt } from "@plugboard/content";

const absent: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA"]);
const options = { timeout: 5000, tries: 2 };

/** Creates the lookup of TXT records. @param servers - Defaults to the machine's DNS servers. */
export function createTxtResolver(servers?: readonly string[]): ResolveTxt {
  const resolver = new Resolver(options);
  if (servers !== undefined) resolver.setServers(servers);
  return async (name) => {
    try {
      const records = await resolver.resolveTxt(name);
      // DNS splits texts of more than 255 bytes.
      return records.map((parts) => parts.join(""));
    } catch (error) {
      if (error instanceof Error && "code" in error && absent.has(error.code)) return [];
      throw error;
    }
  };
}
