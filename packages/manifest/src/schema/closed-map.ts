import * as z from "zod/mini";
import { explainUnknownWord } from "../wording/explain-unknown-word.ts";
import { quote } from "../wording/quote.ts";
import { suggest } from "../wording/suggest.ts";

/** The maximum number of unknown keys reported per map. */
const maxUnknownKeys = 100;

/** Returns the schema of a map with only these keys. `what` completes the sentence "… is not a key of …". */
export function closedMap<Shape extends z.core.$ZodLooseShape>(
  what: string,
  shape: Shape,
): z.ZodMiniObject<z.core.util.Writeable<Shape>, z.core.$loose> {
  const known = Object.keys(shape);
  const isKnown = new Set(known);
  // Not `strictObject`, which reports all unknown keys as one issue without suggestions.
  return z.looseObject(shape).check(
    z.check(
      ({ value, issues }) => {
        const unknown = Object.keys(value).filter((key) => !isKnown.has(key));
        for (const key of unknown.slice(0, maxUnknownKeys)) {
          const message = explainUnknownWord(key, `a key of ${what}`, known);
          const meant = suggest(key, known);
          issues.push({
            code: "custom",
            input: value,
            path: [key],
            params: { code: "unknown_key", meant },
            message,
          });
        }
      },
      { when: ({ value }) => typeof value === "object" && value !== null },
    ),
    z.meta({ additionalProperties: false }),
  );
}

/**
 * Returns the schema of a list without duplicates. `identify` returns an item's identity; defaults to the
 * item.
 */
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
          const message = `${quote(identity)} is already in this list. Remove one of the two.`;
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
