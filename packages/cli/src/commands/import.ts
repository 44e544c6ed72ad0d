import { access, readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { importManifest, theirManifestNames } from "@plugboard/compat";
import { manifestFileName } from "@plugboard/manifest";
import { createImportReport, printImportReport } from "../import/create-import-report.ts";
import { readProject } from "../project/project.ts";
import { askText } from "../terminal/ask.ts";
import { CliError } from "../terminal/cli-error.ts";
import type { CommandContext } from "./command-context.ts";

/** Settings of an import. */
export interface ImportOptions {
  /** The id or subdomain of the user's organization. */
  readonly organization?: string | undefined;
}

/**
 * Imports the GitBook integration in a folder. Writes a new manifest next to the old one and reports which parts
 * run, need an operator's grant or are unsupported. The code isn't changed.
 *
 * @throws CliError `invalid_project` if there is no such integration, or already a Plugboard manifest
 */
export async function importIntegration(
  { cwd, terminal }: CommandContext,
  path = ".",
  options: ImportOptions = {},
): Promise<void> {
  const folder = resolve(cwd, path);
  const yaml = await readTheirs(folder);
  const target = join(folder, manifestFileName);
  await refuseExisting(target);
  const organization =
    options.organization ??
    (terminal.interactive
      ? await askText(
          terminal,
          "Your organization (its id or subdomain)",
          "plugboard import --organization <organization>",
        )
      : undefined);
  const imported = importManifest(yaml, { organization });
  await writeFile(target, imported.manifest, { flag: "wx" });
  const report = await createImportReport(await readProject(folder), imported);
  terminal.show(
    { manifest: target, ...report },
    `Wrote ${relative(cwd, target)}.\n${printImportReport(report)}`,
  );
  if (organization === undefined)
    terminal.note(
      "\nThe manifest still has the author's organization. Set `organization` to yours before you publish.",
    );
  terminal.note("\nNext: plugboard check");
}

async function readTheirs(folder: string): Promise<string> {
  for (const name of theirManifestNames) {
    const text = await readFile(join(folder, name), "utf8").catch(() => undefined);
    if (text !== undefined) return text;
  }
  throw new CliError("invalid_project", `${folder} has no ${theirManifestNames[0]}.`, {
    next: "Specify the folder of a GitBook integration: plugboard import <folder>",
  });
}

async function refuseExisting(target: string): Promise<void> {
  const exists = await access(target).then(
    () => true,
    () => false,
  );
  if (!exists) return;
  throw new CliError("invalid_project", `${target} already exists.`, {
    next: "Delete it to import the integration again.",
  });
}
