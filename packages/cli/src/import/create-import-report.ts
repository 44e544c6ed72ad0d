import { type IntegrationDescription, platformEventTypes } from "@plugboard/api";
import type { ImportedManifest } from "@plugboard/compat";
import { contentContract } from "@plugboard/content/contract";
import type { CheckedManifest } from "@plugboard/manifest";
import { buildCode, summarize } from "../inspect/build-code.ts";
import { variablesOf } from "../project/secrets.ts";
import type { Project } from "../project/project.ts";
import { readScriptRequest, type ScriptRequest } from "../server/script-request.ts";
import { CliError } from "../terminal/cli-error.ts";
import { table } from "../terminal/terminal.ts";
import { findUnservedCalls } from "./find-unserved-calls.ts";

/** An unsupported use of GitBook's platform. */
interface Unsupported {
  readonly what: string;
  /** The location in the code or manifest. */
  readonly at: string;
}

/** The outcome of an import. */
export interface ImportReport {
  readonly changes: ImportedManifest["changes"];
  /** Manifest problems to fix by hand. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
  /** The code's handlers; `undefined` if it can't be loaded. */
  readonly code: IntegrationDescription | undefined;
  /** The reason why the code can't be loaded. */
  readonly failure: string | undefined;
  readonly grant: Pick<ScriptRequest, "scopes" | "sources" | "summary"> | undefined;
  /** The environment variables of the manifest's secrets. */
  readonly variables: readonly string[];
  readonly unsupported: readonly Unsupported[];
}

/** The events that the platform sends with the documentation product. */
const sentEvents: ReadonlySet<string> = new Set([
  ...platformEventTypes,
  ...Object.keys(contentContract.kinds).flatMap((kind) => [
    `${kind}_installation_setup`,
    `${kind}_installation_deleted`,
  ]),
  ...Object.keys(contentContract.events),
]);

/** Loads an imported integration and reports which parts run, need an operator's grant or are unsupported. */
export async function createImportReport(
  project: Project,
  { changes, problems }: ImportedManifest,
): Promise<ImportReport> {
  const { folder, checked } = project;
  const built = await loadCode(project);
  const request = readScriptRequest(checked);
  const calls = await findUnservedCalls(folder);
  return {
    changes,
    problems: [
      // Covered by an operator's grant.
      ...problems.filter(({ code }) => code !== "internal_scope"),
      ...checked.errors.filter(({ code }) => code === "missing_file" || code === "not_an_image"),
    ].map(({ line, message }) => ({ line, message })),
    ...built,
    grant: request && { scopes: request.scopes, sources: request.sources, summary: request.summary },
    variables: checked.manifest === undefined ? [] : variablesOf(checked.manifest),
    unsupported: [
      ...calls.map(({ call, at }) => ({ what: `${call} fails with status 501`, at })),
      ...(built.code?.events ?? [])
        .filter((type) => !sentEvents.has(type))
        .map((type) => ({ what: `this platform never sends ${type}`, at: "events" })),
      ...findUnsupportedSources(checked, request),
    ],
  };
}

async function loadCode({ folder, checked }: Project): Promise<Pick<ImportReport, "code" | "failure">> {
  if (checked.manifest === undefined) return { code: undefined, failure: "The manifest has problems." };
  try {
    const built = await buildCode({ folder, checked }, checked.manifest);
    return { code: built?.code, failure: built === undefined ? "There is no script to load." : undefined };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const problems = error.problems.map(({ path, message }) => `${path}: ${message}`);
    return { code: undefined, failure: [error.message, ...problems, error.next ?? ""].join("\n").trimEnd() };
  }
}

function findUnsupportedSources(
  { manifest }: CheckedManifest,
  request: ScriptRequest | undefined,
): readonly Unsupported[] {
  const sources = (request?.unsupported ?? []).map(({ directive, source }) => ({
    what: `${source} can't be granted`,
    at: `contentSecurityPolicy, ${directive}`,
  }));
  const contents = (manifest?.contentSources ?? []).map(({ id }) => ({
    what: `the content source ${id} never receives page requests`,
    at: "contentSources",
  }));
  return [...sources, ...contents];
}

/** Formats a report as text. */
export function printImportReport(report: ImportReport): string {
  const { changes, problems, code, failure, grant, variables, unsupported } = report;
  return [
    ...section("Changed", changes.map(({ message }) => message).join("\n")),
    ...section("Fix by hand", table(problems.map(({ line, message }) => [`line ${line}`, message]))),
    ...section("Set these environment variables before you publish", variables.join("\n")),
    ...section("Runs", code === undefined ? `not yet: ${failure ?? ""}` : summarize(code)),
    ...section(
      "Have an operator grant this with `plugboard grant` before you publish",
      (grant?.summary ?? []).join("\n"),
    ),
    ...section("Unsupported", table(unsupported.map(({ at, what }) => [at, what]))),
  ].join("\n");
}

function section(title: string, text: string): readonly string[] {
  return text === "" ? [] : ["", `${title}:`, ...text.split("\n").map((line) => `  ${line}`)];
}
