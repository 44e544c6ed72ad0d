import type { Json } from "@plugboard/api";
import type { SelectOption } from "@plugboard/components";

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

/** The ids after one was chosen: added or taken away where several may be chosen, else it alone. */
export function toggleId(ids: readonly string[], id: string, multiple: boolean): readonly string[] {
  if (!multiple) return [id];
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}

/** What the state holds for these ids. */
export function toStateValue(ids: readonly string[], multiple: boolean): Json {
  return multiple ? ids : (ids[0] ?? "");
}
