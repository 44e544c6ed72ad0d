import type { Json } from "@plugboard/api";
import type { SelectOption } from "@plugboard/components";
import { isJsonObject } from "@plugboard/components/session";

/** Returns the selected IDs in a select's state: a list if `multiple`, otherwise one or none. */
export function selectedIds(value: Json | undefined): readonly string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  return Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];
}

/** Returns the options that contain the query, ignoring case. */
export function matchingOptions(options: readonly SelectOption[], query: string): readonly SelectOption[] {
  const wanted = query.trim().toLocaleLowerCase();
  return options.filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
}

/** Returns the matching options, plus the user's own value if allowed. */
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

/** Returns the state value for these IDs. */
export function toStateValue(ids: readonly string[], multiple: boolean): Json {
  return multiple ? ids : (ids[0] ?? "");
}

/**
 * Parses the options of a `select` from markup or a response. Returns `undefined` if the value is not a list.
 * Skips entries without ID or label, and duplicates.
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
