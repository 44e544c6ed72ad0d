import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { editManifest, manifestFileName, parseManifest } from "@plugboard/manifest";
import { CliError } from "../terminal/cli-error.ts";
import { variablesOf } from "./secrets.ts";
import type { Template } from "./templates.ts";
import { writeTypes } from "./types-file.ts";

/** The values of a new integration. */
export interface NewProject {
  readonly folder: string;
  readonly template: Template;
  /** The integration's name. */
  readonly name: string;
  readonly title: string;
  /** The ID or subdomain of the organization that will own it. */
  readonly organization: string;
  /** The version range of its Plugboard packages, such as `^1.2.0`. */
  readonly packageRange: string;
}

// Sample files that are only needed in this repository or for self-hosting.
const leftBehind: ReadonlySet<string> = new Set([
  "node_modules",
  "dist",
  ".turbo",
  ".plugboard",
  ".gitignore",
  "README.md",
  "serve.ts",
  "tsconfig.build.json",
]);

/**
 * Creates an integration from a template in a new or empty folder.
 *
 * @throws CliError `refused` if the folder isn't empty
 * @throws ManifestError if the name, title or organization is invalid
 */
export async function createProject(project: NewProject): Promise<void> {
  const { folder, template, name, title, organization } = project;
  const present = await readdir(folder).catch(() => []);
  if (present.some((file) => file !== ".git"))
    throw new CliError("refused", `${folder} is not empty.`, { next: "Choose another folder." });
  const sample = await readFile(join(template.folder, manifestFileName), "utf8");
  const manifestText = editManifest(sample, [
    { path: ["name"], value: name },
    { path: ["title"], value: title },
    { path: ["organization"], value: organization },
  ]);
  // Validated first, so invalid input leaves no partial folder behind.
  const { contentContract: contract } = await import("@plugboard/content/contract");
  const manifest = parseManifest(manifestText, { allowInternalScopes: true, contract });
  await mkdir(folder, { recursive: true });
  await cp(template.folder, folder, {
    recursive: true,
    filter: (file) => file === template.folder || !leftBehind.has(basename(file)),
  });
  await edit(join(folder, "package.json"), (text) => adaptPackage(text, project));
  await edit(join(folder, "tsconfig.json"), withoutSourceCondition);
  await writeFile(join(folder, manifestFileName), manifestText);
  await writeFile(join(folder, ".gitignore"), "node_modules/\n.plugboard/\n.env\n");
  await writeFile(join(folder, "README.md"), readme(project));
  await writeFile(join(folder, "AGENTS.md"), agents);
  const variables = variablesOf(manifest);
  if (variables.length > 0)
    await writeFile(join(folder, ".env"), variables.map((variable) => `${variable}=change-me\n`).join(""));
  await writeTypes(folder, manifest, { contract });
}

/** Derives an integration name from a folder: lowercase letters, digits and hyphens. */
export function nameFor(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^[^a-z]+|-+$/g, "");
  return name === "" ? "my-integration" : name;
}

/** Derives a title from a name, such as `Page digest`. */
export function titleFor(name: string): string {
  const words = name.replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

async function edit(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, "utf8")));
}

interface PackageFile {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

function adaptPackage(text: string, { name, packageRange }: NewProject): string {
  const { dependencies = {}, devDependencies = {} }: PackageFile = JSON.parse(text);
  const ranged = (versions: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(versions)
        .map(([dependency, version]): [string, string] => [
          dependency,
          dependency.startsWith("@plugboard/") ? packageRange : version,
        ])
        .toSorted(([a], [b]) => a.localeCompare(b, "en")),
    );
  const adapted = {
    name,
    version: "0.1.0",
    private: true,
    type: "module",
    engines: { node: ">=22.19" },
    scripts: {
      check: "plugboard check",
      dev: "plugboard dev",
      test: "vitest run",
      typecheck: "tsc",
      types: "plugboard types",
    },
    dependencies: ranged(dependencies),
    devDependencies: ranged({ ...devDependencies, "@plugboard/cli": packageRange }),
  };
  return `${JSON.stringify(adapted, null, 2)}\n`;
}

/** Removes the setting that resolves packages to their sources in this repository. */
function withoutSourceCondition(text: string): string {
  return text.replace(/,\s*\/\/[^\n]*\n\s*"customConditions": \[[^\]]*\]/, "");
}

/** The rules for assistants that write code in an integration. */
const agents = `# Rules for this integration

- \`service-manifest.yaml\` declares scopes, settings, secrets, blocks and schedules. After a change, run \`npx plugboard types\`; never
  edit \`service-manifest.types.ts\`.
- \`src/integration.ts\` exports \`createIntegration({ … })\`. The code runs in a sandbox with the Fetch API and most \`node:\`
  modules, but no file system and no environment variables. Read secrets from \`context.environment.secrets\`.
- Events are delivered at least once, so handlers must not break if they run twice: use \`eventId\` as an idempotency key. Handlers
  must end within 10 seconds; queue longer work with \`context.integration.queueTask\`. Split a task that takes minutes into steps
  with \`resumeTask(event, context).step(name, work)\`: finished steps don't run again.
- Call the platform only with \`context.api.call(route, …)\` and routes from \`@plugboard/api/routes\`. Routes of spaces, pages and
  sites are in \`@plugboard/content/routes\`; add \`@plugboard/content\` to the dependencies. Each call needs a scope of the manifest.
- Keep data with \`storageOf(context)\`. Module variables are lost between calls.
- To show a message to the user, throw \`new IntegrationError(message, status)\`. The text of other errors is hidden.
- Components are JSX of \`@plugboard/components\`, not React: no hooks, no HTML elements. State is plain JSON and changes only in
  \`action\`.
- Log with \`context.log\`, never log secrets or tokens.
- Before you finish, run \`npm test\`, \`npm run typecheck\` and \`npx plugboard check\`. \`npx plugboard dev\` with \`npx plugboard open\`
  shows every block and setting; \`npx plugboard trigger <event>\` sends an event.
`;

function readme({ title, template }: NewProject): string {
  return `# ${title}

Created from the \`${template.name}\` sample: ${template.description}

\`\`\`sh
npx plugboard dev                  # run it, and reload it after each change
npx plugboard open                 # in another terminal: see its blocks and settings in a browser
npx plugboard trigger <event>      # send it an event
npm test                           # against a platform in memory
npx plugboard check                # check the manifest, and the code against it
npx plugboard publish              # to the server you signed in to with \`plugboard login\`
\`\`\`

\`service-manifest.yaml\` declares the name, scopes, settings and secrets. Its types are in
\`service-manifest.types.ts\`, which \`dev\` and \`plugboard types\` keep up to date. Put secret values into \`.env\`.
`;
}
