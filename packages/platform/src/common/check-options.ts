import { invalidDefinition } from "./invalid-definition.ts";

/**
 * Rejects options that callers without types leave out.
 *
 * @param required the names of the options and what to pass
 * @throws PlatformError `invalid_definition`
 */
export function checkOptions(
  caller: string,
  options: unknown,
  required: Readonly<Record<string, string>>,
): void {
  for (const [name, expected] of Object.entries(required)) {
    const value: unknown =
      typeof options === "object" && options !== null ? Reflect.get(options, name) : undefined;
    if (value === undefined || value === null)
      throw invalidDefinition(`${caller} needs the option \`${name}\`: ${expected}.`);
  }
}
