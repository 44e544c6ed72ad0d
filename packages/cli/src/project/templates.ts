import { existsSync } from "node:fs";
import { access, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { manifestFileName, parseManifest } from "@plugboard/manifest";
import { CliError } from "../terminal/cli-error.ts";
import { didYouMean } from "../terminal/did-you-mean.ts";

/** A sample integration used as a template. */
export interface Template {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly folder: string;
}

/** The default template. */
export const defaultTemplateName = "content-digest";

/** Returns all templates, the default first. */
export async function listTemplates(): Promise<Template[]> {
  const root = await templatesFolder();
  // Renaming a sample can leave a folder without a manifest behind.
  const samples = (await readdir(root)).filter(
    (name) => name !== defaultTemplateName && existsSync(join(root, name, manifestFileName)),
  );
  const names = [defaultTemplateName, ...samples.toSorted()];
  return await Promise.all(
    names.map(async (name) => {
      const folder = join(root, name);
      const { title, description } = parseManifest(await readFile(join(folder, manifestFileName), "utf8"));
      return { name, title, description, folder };
    }),
  );
}

/** Returns a template by name. @throws CliError `not_found` */
export async function findTemplate(name: string): Promise<Template> {
  const templates = await listTemplates();
  const match = templates.find((template) => template.name === name);
  if (match !== undefined) return match;
  const names = templates.map((template) => template.name);
  throw new CliError("not_found", `There is no template ${name}.`, { next: didYouMean(name, names) });
}

// The build copies the samples next to the code; in this repository they are in their own folder.
async function templatesFolder(): Promise<string> {
  const builtFolder = fileURLToPath(new URL("../templates", import.meta.url));
  return await access(builtFolder).then(
    () => builtFolder,
    () => fileURLToPath(new URL("../../../../apps/sample-integrations", import.meta.url)),
  );
}
