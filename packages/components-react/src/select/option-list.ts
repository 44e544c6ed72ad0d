import type { Json } from "@plugboard/api";
import type { SelectOption } from "@plugboard/components";
import { isJsonObject } from "@plugboard/components/session";

/** The ids a select's state holds: a list where it is `multiple`, else one or none. */
export function selectedIds(value: Json | undefined): readonly string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  return Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];
}

/** The options that contain what the user typed, whatever its case. */
export function matchingOptions(options: readonly SelectOption[], query: string): readonly SelectOption[] {
  const wanted = query.trim().toLocaleLowerCase();
  return options.filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
}

/** The options to show: those that match, and where the user may enter a value of their own, that. */
export function shownOptions(
  options: readonly SelectOption[],
  query: string,
  acceptInput: boolean,
): readonly SelectOption[] {
  const typed = query.trim();
  const known = options.some(({ id, label }) => id === typed || label === typed);
  return acceptInput && typed !== "" && !known
    ? [...options, { id: typed, label: `Use “${typed}”` }]
    : options;
}

/** What the state holds for these ids. */
export function toStateValue(ids: readonly string[], multiple: boolean): Json {
  return multiple ? ids : (ids[0] ?? "");
}

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
