import type { Manifest, ManifestProperty } from "@plugboard/manifest";
import { CliError } from "../terminal/cli-error.ts";
import { didYouMean } from "../terminal/did-you-mean.ts";

/** The levels that settings are on. */
export type SettingsLevel = "account" | "space" | "site";

/** The settings of a level, by name; none where a component asks for them. */
export function settingsOf(
  { configurations = {} }: Pick<Manifest, "configurations">,
  level: SettingsLevel,
): Readonly<Record<string, ManifestProperty>> {
  const section = configurations[level];
  return section !== undefined && "properties" in section ? section.properties : {};
}

/** The settings of a level that must have a value and have none. */
export function missingSettings(
  { configurations = {} }: Pick<Manifest, "configurations">,
  level: SettingsLevel,
  configuration: Readonly<Record<string, unknown>>,
): readonly string[] {
  const section = configurations[level];
  const required = section !== undefined && "properties" in section ? (section.required ?? []) : [];
  return required.filter((name) => configuration[name] === undefined || configuration[name] === "");
}

/**
 * Reads words such as `channel=docs` as settings, each with a value of its type. A word that ends in `=` removes one.
 *
 * @throws CliError `usage` for a setting that the manifest does not have, or a value that does not fit it
 */
export function parseSettings(
  words: readonly string[],
  settings: Readonly<Record<string, ManifestProperty>>,
): Record<string, unknown> {
  return Object.fromEntries(
    words.map((word) => {
      const [, name, value = ""] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
      if (name === undefined)
        throw new CliError("usage", `${word} sets nothing.`, {
          next: "Write name=value, as in channel=docs.",
        });
      const setting = settings[name];
      if (setting === undefined) {
        const next = didYouMean(name, Object.keys(settings));
        throw new CliError("usage", `The manifest has no setting ${name} on this level.`, { next });
      }
      return [name, value === "" ? null : parseValue(name, value, setting)];
    }),
  );
}

/** @throws CliError `usage` */
function parseValue(name: string, value: string, { type }: ManifestProperty): unknown {
  if (type === "number" && Number.isFinite(Number(value))) return Number(value);
  if (type === "boolean" && /^(true|false)$/.test(value)) return value === "true";
  if (type === "string") return value;
  if (type === "button")
    throw new CliError("usage", `${name} is a button: it is connected in a browser, not set.`, {
      next: `Run \`plugboard connect ${name}\`.`,
    });
  throw new CliError("usage", `${name} takes a ${type}, and ${value} is none.`);
}
