import type { IntegrationDescription } from "@plugboard/api";
import {
  checkAgainstIntegration,
  type CheckedManifest,
  type Manifest,
  type ManifestFindings,
  printFindings,
} from "@plugboard/manifest";
import { generateSecret } from "@plugboard/webhook-signer";
import { type Bundle, bundleIntegration } from "../bundle/bundle-integration.ts";
import { describeHost } from "../host/describe-host.ts";
import { startHost } from "../host/start-host.ts";
import { makeOwnFolder } from "../project/own-folder.ts";
import { type Project, readProject } from "../project/project.ts";
import { CliError } from "../terminal/cli-error.ts";
import type { CommandContext } from "./command-context.ts";

/** Checks the manifest, the files that it names, and the code against it. */
export async function check(context: CommandContext): Promise<void> {
  const { code, errors, warnings } = await checkProject(context, await readProject(context.cwd));
  context.terminal.show({ errors, warnings, ...code }, code === undefined ? noCode : summarize(code));
}

const noCode = "The manifest is in order. There is no code yet.";

/** What is in an integration that is in order. */
export interface CheckedProject {
  readonly errors: readonly [];
  readonly warnings: ManifestFindings["warnings"];
  /** What the code handles; absent until there is code. */
  readonly code: IntegrationDescription | undefined;
  readonly bundle: Bundle | undefined;
}

/**
 * Checks an integration, and shows every warning.
 *
 * @throws CliError `invalid_project` after it has shown every mistake
 */
export async function checkProject(context: CommandContext, project: Project): Promise<CheckedProject> {
  const { terminal } = context;
  const { checked } = project;
  const { manifest } = checked;
  const built = manifest === undefined ? undefined : await buildCode(project, manifest);
  const compared =
    built === undefined ? { errors: [], warnings: [] } : checkAgainstIntegration(checked, built.code);
  const errors = [...checked.errors, ...compared.errors];
  const warnings = [...checked.warnings, ...compared.warnings];
  const findings = print(context, { errors, warnings }, checked);
  if (findings !== "") terminal.note(findings);
  if (errors.length === 0) return { errors: [], warnings, code: built?.code, bundle: built?.bundle };
  throw new CliError("invalid_project", "The integration cannot be published like this.", {
    // A person has read them above.
    problems: terminal.json
      ? errors.map(({ line, column, message }) => ({ path: `${line}:${column}`, message }))
      : [],
  });
}

/** Bundles and loads an integration's code; `undefined` if the manifest names no script, or a missing one. */
export async function buildCode(
  { folder, checked }: Project,
  { script }: Manifest,
): Promise<{ readonly bundle: Bundle; readonly code: IntegrationDescription } | undefined> {
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
    return { bundle, code: await describeHost(host) };
  } finally {
    await host.close();
  }
}

/** Returns what an integration handles, as a sentence. */
export function summarize({ events, components, fetch, siteRequests = [] }: IntegrationDescription): string {
  const parts = [
    events.length > 0 && `handles ${events.join(", ")}`,
    components.length > 0 && `renders ${components.join(", ")}`,
    siteRequests.includes("fetch_published_script") && "publishes scripts",
    siteRequests.includes("fetch_visitor_authentication") && "signs visitors in",
    siteRequests.includes("fetch_webhook_payload") && "transforms webhooks",
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
