import { readProject } from "../project/project.ts";
import { listSecrets } from "../project/secrets.ts";
import { table } from "../terminal/terminal.ts";
import { requireManifest } from "./check.ts";
import type { CommandContext } from "./command-context.ts";

const sources = {
  environment: "from the environment",
  file: "from .env",
  missing: "missing",
  fixed: "set in the manifest",
} as const;

/** Lists the manifest's secrets and the sources of their values. Never prints a value. */
export async function secrets(context: CommandContext): Promise<void> {
  const { terminal, cwd, env } = context;
  const { folder, checked } = await readProject(cwd);
  const secretSources = await listSecrets(folder, requireManifest(context, checked), env);
  const rows = secretSources.map(({ name, variables, from }) => [name, variables.join(", "), sources[from]]);
  terminal.show({ secrets: secretSources }, rows.length === 0 ? "The manifest has no secrets." : table(rows));
  if (secretSources.some(({ from }) => from === "missing"))
    terminal.note("\nNext: add the missing ones to `.env`, one NAME=value per line.");
}
