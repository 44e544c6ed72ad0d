import { existsSync } from "node:fs";
import { access, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { manifestFileName, parseManifest } from "@plugboard/manifest";
import { CliError } from "../terminal/cli-error.ts";
import { didYouMean } from "../terminal/did-you-mean.ts";

/** A sample integration that a new one is made from. */
export interface Template {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly folder: string;
}

/** The template for those who do not choose. */
export const defaultTemplateName = "content-digest";

/** Everything that an integration can be made from, the usual one first. */
export async function listTemplates(): Promise<Template[]> {
  const root = await templatesFolder();
  // A folder without a manifest is what a sample that was renamed left behind.
  const found = (await readdir(root)).filter(
    (name) => name !== defaultTemplateName && existsSync(join(root, name, manifestFileName)),
  );
  const names = [defaultTemplateName, ...found.toSorted()];
  return await Promise.all(
    names.map(async (name) => {
      const folder = join(root, name);
      const { title, description } = parseManifest(await readFile(join(folder, manifestFileName), "utf8"), {
        allowInternalScopes: true,
      });
      return { name, title, description, folder };
    }),
  );
}

/** The template of a name. @throws CliError `not_found` */
export async function findTemplate(name: string): Promise<Template> {
  const templates = await listTemplates();
  const found = templates.find((template) => template.name === name);
  if (found !== undefined) return found;
  const names = templates.map((template) => template.name);
  throw new CliError("not_found", `There is no template ${name}.`, { next: didYouMean(name, names) });
}

// The build puts the samples beside the code. Plugboard's own repository has them in a folder of their own.
async function templatesFolder(): Promise<string> {
  const built = fileURLToPath(new URL("../templates", import.meta.url));
  return await access(built).then(
    () => built,
    () => fileURLToPath(new URL("../../../../apps/sample-integrations", import.meta.url)),
  );
}
