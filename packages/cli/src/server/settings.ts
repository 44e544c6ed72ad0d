import type { Manifest, ManifestProperty } from "@plugboard/manifest";
import { CliError } from "../terminal/cli-error.ts";
import { didYouMean } from "../terminal/did-you-mean.ts";

/** The levels of settings. */
export type SettingsLevel = "account" | "space" | "site";

/** Returns a level's settings by name; empty if a component renders them. */
export function settingsOf(
  { configurations = {} }: Pick<Manifest, "configurations">,
  level: SettingsLevel,
): Readonly<Record<string, ManifestProperty>> {
  const section = configurations[level];
  return section !== undefined && "properties" in section ? section.properties : {};
}

/** Returns the required settings of a level that have no value. */
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
 * Parses arguments such as `channel=docs` into typed settings. `name=` removes a setting.
 *
 * @throws CliError `usage` for a setting that isn't in the manifest, or a value of the wrong type
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
          next: "Use name=value, such as channel=docs.",
        });
      const setting = settings[name];
      if (setting === undefined) {
        const next = didYouMean(name, Object.keys(settings));
        throw new CliError("usage", `The manifest has no setting ${name} at this level.`, { next });
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
    throw new CliError("usage", `${name} is a button. Connect it in a browser instead.`, {
      next: `Run \`plugboard connect ${name}\`.`,
    });
  throw new CliError("usage", `${name} must be a ${type}, but ${value} is not.`);
}
