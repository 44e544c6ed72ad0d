import type { Manifest, ManifestProperty } from "@plugboard/manifest";
import { CliError } from "../terminal/cli-error.ts";
import { didYouMean } from "../terminal/did-you-mean.ts";

/** A level of settings: `account`, or a kind of resource. */
export type SettingsLevel = string;

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

/** Returns the commands that complete the settings of a level: `connect` for buttons, `configure` for the others. */
export function commandsForMissing(
  manifest: Pick<Manifest, "configurations">,
  level: SettingsLevel,
  missing: readonly string[],
): readonly string[] {
  const settings = settingsOf(manifest, level);
  const isButton = (name: string): boolean => settings[name]?.type === "button";
  const values = missing.filter((name) => !isButton(name)).map((name) => `${name}=…`);
  return [
    // Other settings can list options of the connected account.
    ...missing.filter(isButton).map((name) => `plugboard connect ${name}`),
    ...(values.length > 0 ? [`plugboard configure ${values.join(" ")}`] : []),
  ];
}

/**
 * Parses words such as `channel=docs` into settings with the types of the manifest. A word that ends in `=` removes a
 * setting. If a component renders the settings, any name is accepted, and JSON values are parsed.
 *
 * @throws CliError `usage` for an unknown setting or a value of the wrong type
 */
export function parseSettings(
  words: readonly string[],
  manifest: Pick<Manifest, "configurations">,
  level: SettingsLevel,
): Record<string, unknown> {
  const settings = settingsOf(manifest, level);
  const section = manifest.configurations?.[level];
  const isFree = section !== undefined && "componentId" in section;
  return Object.fromEntries(
    words.map((word) => {
      const [, name, value = ""] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
      if (name === undefined)
        throw new CliError("usage", `${word} sets nothing.`, {
          next: "Use name=value, such as channel=docs.",
        });
      if (isFree) return [name, value === "" ? null : parseJson(value)];
      const setting = settings[name];
      if (setting === undefined) {
        const next = didYouMean(name, Object.keys(settings));
        throw new CliError("usage", `The manifest has no setting ${name} at this level.`, { next });
      }
      return [name, value === "" ? null : parseValue(name, value, setting)];
    }),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
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
