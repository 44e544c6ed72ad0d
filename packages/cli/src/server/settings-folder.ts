import { join } from "node:path";

/** Where a person's settings are on this system. */
export interface Home {
  readonly platform: NodeJS.Platform;
  /** The person's home folder. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The folder of the command line's own settings, where each system keeps such things. */
export function settingsFolder({ platform, folder, env }: Home): string {
  const roots: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(folder, "Library", "Application Support"),
    win32: env["APPDATA"] || join(folder, "AppData", "Roaming"),
  };
  return join(roots[platform] ?? (env["XDG_CONFIG_HOME"] || join(folder, ".config")), "plugboard");
}
