import * as z from "zod/mini";
import { quote } from "../wording/quote.ts";

/** A list in which no item comes twice; `identify` says what makes an item itself where it is not the whole item. */
export function uniqueList<Item extends z.core.SomeType>(
  item: Item,
  identify?: (item: unknown) => unknown,
): z.ZodMiniArray<Item> {
  const checkUnique = z.check(
    ({ value, issues }) => {
      const seen = new Set<unknown>();
      if (!Array.isArray(value)) return;
      for (const [index, entry] of value.entries()) {
        const identity = identify ? identify(entry) : entry;
        if (typeof identity === "string" && seen.has(identity)) {
          const message = `${quote(identity)} is already in this list. Keep one of the two.`;
          issues.push({
            code: "custom",
            input: entry,
            path: [index],
            params: { code: "duplicate_item" },
            message,
          });
        }
        seen.add(identity);
      }
    },
    { when: () => true },
  );
  return z.array(item).check(checkUnique, z.meta(identify ? {} : { uniqueItems: true }));
}
