import type { SelectOption } from "@plugboard/components";
import { ComponentViewError } from "../component-view-error.ts";
import { isRecord } from "../tree/is-record.ts";

/**
 * Reads the options of a `select`, whether listed in the markup or fetched. Entries without an id and a label are left
 * out, and so is a second one of the same id.
 *
 * @throws {ComponentViewError} `invalid_options` where it is not a list.
 */
export function parseOptions(value: unknown): readonly SelectOption[] {
  if (!Array.isArray(value)) throw new ComponentViewError("invalid_options", "The options are not a list.");
  const options = new Map<string, SelectOption>();
  for (const option of value.map(parseOption)) {
    if (option !== undefined && !options.has(option.id)) options.set(option.id, option);
  }
  return [...options.values()];
}

function parseOption(option: unknown): SelectOption | undefined {
  if (!isRecord(option)) return undefined;
  const { id, label, icon } = option;
  if (typeof id !== "string" || typeof label !== "string") return undefined;
  return typeof icon === "string" ? { id, label, icon } : { id, label };
}
