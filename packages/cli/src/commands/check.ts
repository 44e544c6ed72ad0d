import type { IntegrationDescription } from "@plugboard/api";
import {
  checkAgainstIntegration,
  type CheckedManifest,
  checkManifest,
  type Manifest,
  type ManifestFindings,
  printFindings,
} from "@plugboard/manifest";
import type { Bundle } from "../bundle/bundle-integration.ts";
import { buildCode, summarize } from "../inspect/build-code.ts";
import { type Project, readProject } from "../project/project.ts";
import { readScriptRequest } from "../server/script-request.ts";
import { CliError } from "../terminal/cli-error.ts";
import type { CommandContext } from "./command-context.ts";

/** Checks the manifest, the files it names, and the code against it. */
export async function check(context: CommandContext): Promise<void> {
  const project = await readProject(context.cwd);
  const { code, errors, warnings } = await checkProject(context, project);
  const request = readScriptRequest(project.checked);
  if (request !== undefined)
    context.terminal.note(
      `Before you publish, an operator must grant ${request.scopes.join(" and ")} with \`plugboard grant\`.`,
    );
  context.terminal.show({ errors, warnings, ...code }, code === undefined ? noCode : summarize(code));
}

const noCode = "The manifest is valid. There is no code yet.";

/** The result of a passed check. */
export interface CheckedProject {
  readonly errors: readonly [];
  readonly warnings: ManifestFindings["warnings"];
  /** The code's handlers; `undefined` if there is no code yet. */
  readonly code: IntegrationDescription | undefined;
  readonly bundle: Bundle | undefined;
}

/**
 * Checks an integration and prints all warnings.
 *
 * @throws CliError `invalid_project` after printing all mistakes
 */
export async function checkProject(context: CommandContext, project: Project): Promise<CheckedProject> {
  const { terminal } = context;
  const { checked } = project;
  const { manifest } = checked;
  const built = manifest === undefined ? await buildDraft(project) : await buildCode(project, manifest);
  const compared =
    built === undefined ? { errors: [], warnings: [] } : checkAgainstIntegration(checked, built.code);
  const errors = [...checked.errors, ...compared.errors];
  const warnings = [...checked.warnings, ...compared.warnings];
  const findings = print(context, { errors, warnings }, checked);
  if (findings !== "") terminal.note(findings);
  for (const warning of built?.bundle.warnings ?? []) terminal.note(`warning: ${warning}`);
  if (errors.length === 0) return { errors: [], warnings, code: built?.code, bundle: built?.bundle };
  throw new CliError("invalid_project", "The integration can't be published until this is fixed.", {
    // In text mode they were printed above.
    problems: terminal.json
      ? errors.map(({ line, column, message }) => ({ path: `${line}:${column}`, message }))
      : [],
  });
}

/**
 * Builds the code of a manifest that only uses names that its product lacks, so that unknown events are reported with
 * unknown scopes. Returns `undefined` if the code can't be built, because the errors of the manifest come first.
 */
async function buildDraft(project: Project): ReturnType<typeof buildCode> {
  const { manifest } = checkManifest(project.checked.source.text, { allowInternalScopes: true });
  return manifest && (await buildCode(project, manifest).catch(() => undefined));
}

/**
 * Returns a valid manifest.
 *
 * @throws CliError `invalid_project` after printing the problems
 */
export function requireManifest(context: CommandContext, checked: CheckedManifest): Manifest {
  const { manifest } = checked;
  if (manifest !== undefined) return manifest;
  context.terminal.note(print(context, checked, checked));
  throw new CliError("invalid_project", "The manifest is invalid.");
}

function print(
  { terminal }: CommandContext,
  findings: ManifestFindings,
  { source }: CheckedManifest,
): string {
  return printFindings(findings, source, { color: terminal.colors });
}
