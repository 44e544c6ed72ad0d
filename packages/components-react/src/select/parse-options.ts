import type { SelectOption } from "@plugboard/components";
import { isJsonObject } from "@plugboard/components/session";

/**
 * Reads the options of a `select`, whether listed in the markup or fetched; undefined where they are no list. Entries
 * without an id and a label are left out, and so is a second one of the same id.
 */
export function parseOptions(value: unknown): readonly SelectOption[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const options = new Map<string, SelectOption>();
  for (const option of value.map(parseOption)) {
    if (option !== undefined && !options.has(option.id)) options.set(option.id, option);
  }
  return [...options.values()];
}

function parseOption(option: unknown): SelectOption | undefined {
  if (!isJsonObject(option)) return undefined;
  const { id, label, icon } = option;
  if (typeof id !== "string" || typeof label !== "string") return undefined;
  return typeof icon === "string" ? { id, label, icon } : { id, label };
}
