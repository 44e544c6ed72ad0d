import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { createProject, nameFor, titleFor } from "../project/create-project.ts";
import { defaultTemplateName, findTemplate, listTemplates } from "../project/templates.ts";
import { CliError } from "../terminal/cli-error.ts";
import { askChoice, askText } from "../terminal/ask.ts";
import type { CommandContext } from "./command-context.ts";

/** The command-line options of a new integration. Missing values are prompted for or get a default. */
export interface CreateOptions {
  readonly template?: string | undefined;
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  readonly organization?: string | undefined;
  /** `false` skips the installation of packages. */
  readonly install: boolean;
}

/** Creates an integration from a template and installs its packages. */
export async function create(
  context: CommandContext,
  location: string | undefined,
  options: CreateOptions,
): Promise<void> {
  const { terminal, cwd, env } = context;
  const folder = resolve(
    cwd,
    location ?? (await askText(terminal, "Folder of the new integration", "plugboard create <folder>")),
  );
  const template = await findTemplate(options.template ?? (await askTemplate(context)));
  const name = options.name ?? nameFor(folder);
  await createProject({
    folder,
    template,
    name,
    title: options.title ?? titleFor(name),
    organization: options.organization ?? "acme",
    packageRange: `^${await ownVersion()}`,
  });
  const manager = packageManager(env);
  if (options.install)
    await terminal.progress(`Installing packages with ${manager}`, () => installPackages(manager, folder));
  const path = relative(cwd, folder);
  const steps = [
    ...(path === "" ? [] : [`cd ${/^[\w./\\-]+$/.test(path) ? path : JSON.stringify(path)}`]),
    ...(options.install ? [] : [`${manager} install`]),
    "npx plugboard dev",
  ];
  terminal.show({ folder, name, template: template.name }, `Created ${name} from ${template.name}.`);
  terminal.note(`\nNext:\n${steps.map((step) => `  ${step}`).join("\n")}`);
}

async function askTemplate({ terminal }: CommandContext): Promise<string> {
  if (!terminal.interactive) return defaultTemplateName;
  const templates = await listTemplates();
  const choices = templates.map(({ name, title, description }) => ({
    value: name,
    label: title,
    hint: description,
  }));
  return await askChoice(terminal, "Which template?", choices, "plugboard create --template <name>");
}

async function ownVersion(): Promise<string> {
  const { version }: { readonly version: string } = JSON.parse(
    await readFile(new URL("../../package.json", import.meta.url), "utf8"),
  );
  return version;
}

const packageManagers = ["npm", "pnpm", "yarn", "bun"] as const;

/** Returns the package manager that started this command; defaults to npm. */
function packageManager({ npm_config_user_agent: agent = "" }: CommandContext["env"]): string {
  return packageManagers.find((manager) => agent.startsWith(`${manager}/`)) ?? "npm";
}

/** @throws CliError `failed` with the package manager's output */
async function installPackages(manager: string, folder: string): Promise<void> {
  const child = spawn(manager, ["install"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  const [code] = await once(child, "close").catch((error: unknown) => [String(error)]);
  if (code === 0) return;
  throw new CliError("failed", `${manager} install failed:\n${output.trimEnd()}`, {
    next: `The integration was created in ${folder}. Run \`${manager} install\` there.`,
  });
}
