import {
  checkAgainstIntegration,
  type CheckedManifest,
  type Manifest,
  type ManifestFindings,
  printFindings,
} from "@plugboard/manifest";
import { generateSecret } from "@plugboard/webhook-signer";
import { bundleIntegration } from "../bundle/bundle-integration.ts";
import { describeHost } from "../host/describe-host.ts";
import { startHost } from "../host/start-host.ts";
import { makeOwnFolder } from "../project/own-folder.ts";
import { type Project, readProject } from "../project/project.ts";
import { CliError } from "../terminal/cli-error.ts";
import type { CommandContext } from "./command-context.ts";

/** Checks the manifest, the files that it names, and the code against it. */
export async function check(context: CommandContext): Promise<void> {
  const { terminal } = context;
  const project = await readProject(context.cwd);
  const { checked } = project;
  const code = checked.manifest === undefined ? undefined : await describeCode(project, checked.manifest);
  const compared = code === undefined ? { errors: [], warnings: [] } : checkAgainstIntegration(checked, code);
  const errors = [...checked.errors, ...compared.errors];
  const warnings = [...checked.warnings, ...compared.warnings];
  const summary = code === undefined ? "" : summarize(code);
  terminal.show(
    { errors, warnings, ...code },
    print(context, { errors, warnings }, checked) + (errors.length > 0 ? "" : summary),
  );
  if (errors.length > 0)
    throw new CliError("invalid_project", "The integration cannot be published like this.");
}

/** What the code of an integration handles; nothing while there is no script. */
async function describeCode({ folder, checked }: Project, { script }: Manifest) {
  if (script === undefined || checked.errors.some(({ code }) => code === "missing_file")) return undefined;
  const bundle = await bundleIntegration({ folder, script });
  const host = await startHost({
    folder,
    buildFolder: await makeOwnFolder(folder, "check"),
    bundle,
    signingSecret: generateSecret(),
    onLog: () => {},
  });
  try {
    return await describeHost(host);
  } finally {
    await host.close();
  }
}

function summarize({ events, components, fetch }: Awaited<ReturnType<typeof describeHost>>): string {
  const parts = [
    events.length > 0 && `handles ${events.join(", ")}`,
    components.length > 0 && `renders ${components.join(", ")}`,
    fetch && "responds at its public endpoint",
  ].filter((part) => part !== false);
  return `The integration is in order: it ${parts.join("; ") || "handles nothing yet"}.`;
}

/** A manifest that can be worked with. @throws CliError `invalid_project` after it has shown what is wrong */
export function requireManifest(context: CommandContext, checked: CheckedManifest): Manifest {
  const { manifest } = checked;
  if (manifest !== undefined) return manifest;
  context.terminal.note(print(context, checked, checked));
  throw new CliError("invalid_project", "The manifest is wrong.");
}

function print(
  { terminal }: CommandContext,
  findings: ManifestFindings,
  { source }: CheckedManifest,
): string {
  return printFindings(findings, source, { color: terminal.colors });
}
