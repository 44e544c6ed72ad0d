import type { IntegrationDescription } from "@plugboard/api";
import {
  checkAgainstIntegration,
  type CheckedManifest,
  type Manifest,
  type ManifestFindings,
  printFindings,
} from "@plugboard/manifest";
import type { Bundle } from "../bundle/bundle-integration.ts";
import { buildCode, summarize } from "../inspect/build-code.ts";
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
