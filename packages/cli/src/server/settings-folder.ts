import { join } from "node:path";

/** The system's conventions for user settings. */
export interface Home {
  readonly platform: NodeJS.Platform;
  /** The user's home folder. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Returns the folder for the command line's own settings, following each system's convention. */
export function settingsFolder({ platform, folder, env }: Home): string {
  const roots: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(folder, "Library", "Application Support"),
    win32: env["APPDATA"] || join(folder, "AppData", "Roaming"),
  };
  return join(roots[platform] ?? (env["XDG_CONFIG_HOME"] || join(folder, ".config")), "plugboard");
}
