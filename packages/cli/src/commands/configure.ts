import { findResource, spacesOrSitesOf } from "../server/find-resource.ts";
import { parseResource } from "../server/resource-kinds.ts";
import { openSettings, type SettingsTarget } from "../server/open-settings.ts";
import {
  commandsForMissing,
  missingSettings,
  parseSettings,
  type SettingsLevel,
  settingsOf,
} from "../server/settings.ts";
import { CliError } from "../terminal/cli-error.ts";
import { askText } from "../terminal/ask.ts";
import { table } from "../terminal/terminal.ts";
import type { CommandContext } from "./command-context.ts";
import { findOwnInstallation, type OwnInstallation } from "./own-installation.ts";

/** The installation, and optionally the resource, to configure. */
export interface ConfigureOptions {
  readonly organization?: string | undefined;
  readonly space?: string | undefined;
  readonly site?: string | undefined;
  /** A kind and an ID, such as `project:prj_1`. */
  readonly resource?: string | undefined;
}

/**
 * Changes the settings of an installation. Without assignments it prompts for missing settings, or prints the
 * current ones.
 */
export async function configure(
  context: CommandContext,
  words: readonly string[],
  options: ConfigureOptions,
): Promise<void> {
  const { terminal } = context;
  const own = await findOwnInstallation(context, options);
  const { server, manifest, installation } = own;
  const selected = await findTarget(own, options);
  const { level } = selected;
  const target = await openSettings(server.api, installation.id, selected);
  const assignments =
    words.length === 0 && terminal.interactive
      ? await askFor(context, own, level, target.configuration)
      : words;
  const changes = parseSettings(assignments, manifest, level);
  const after = Object.keys(changes).length === 0 ? target : await target.update(changes);
  const missing = missingSettings(manifest, level, after.configuration);
  const names = new Set([...Object.keys(settingsOf(manifest, level)), ...Object.keys(after.configuration)]);
  const rows = [...names].map((name) => [name, shown(after.configuration[name])]);
  terminal.show(
    { status: after.status, configuration: after.configuration, missing, server: server.origin },
    table([...rows, ["Status", after.status], ["Server", server.origin]]),
  );
  if (missing.length > 0)
    terminal.note(`\nNext: ${commandsForMissing(manifest, level, missing).join(", then ")}`);
}

async function findTarget(
  { server: { api }, installation }: OwnInstallation,
  { space, site, resource }: ConfigureOptions,
): Promise<SettingsTarget> {
  if ([space, site, resource].filter((option) => option !== undefined).length > 1)
    throw new CliError("usage", "Use only one of --space, --site and --resource.");
  if (resource !== undefined) {
    const { kind, id } = parseResource(resource);
    return { level: kind, resourceId: id };
  }
  const name = space ?? site;
  if (name === undefined) return { level: "account" };
  const level = space === undefined ? "site" : "space";
  const { id } = findResource(level, name, await spacesOrSitesOf(api, level, installation.organization));
  return { level, resourceId: id };
}

async function askFor(
  { terminal }: CommandContext,
  { manifest }: OwnInstallation,
  level: SettingsLevel,
  configuration: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const settings = settingsOf(manifest, level);
  const words: string[] = [];
  for (const name of missingSettings(manifest, level, configuration)) {
    const setting = settings[name];
    if (setting === undefined || setting.type === "button") continue;
    const value = await askText(
      terminal,
      `${setting.title}: ${setting.description}`,
      `plugboard configure ${name}=…`,
    );
    words.push(`${name}=${value}`);
  }
  return words;
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return "not set";
  return typeof value === "string" ? value : JSON.stringify(value);
}
