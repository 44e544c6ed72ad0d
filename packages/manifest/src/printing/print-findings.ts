import type { ManifestFindings, ManifestIssue } from "../model/manifest-issue.ts";
import type { ManifestSource } from "../reading/manifest-source.ts";
import { showInvisible } from "../wording/quote.ts";
import { createExcerpts } from "./create-excerpts.ts";
import { createPaint } from "./create-paint.ts";

/** Options for `printFindings`. */
export interface PrintFindingsOptions {
  /** Whether to color the output for a terminal. Defaults to false. */
  readonly color?: boolean;
}

type Severity = "error" | "warning";

/**
 * Formats errors and warnings for people: each with file, line, column, advice and the affected line. Values
 * below `secrets` are masked. Returns an empty string if there are no findings.
 *
 * @example
 * ```ts
 * import { checkManifest, printFindings } from "@plugboard/manifest";
 *
 * const checked = checkManifest("name: page-digest");
 * console.log(printFindings(checked, checked.source));
 * ```
 */
export function printFindings(
  { errors, warnings }: ManifestFindings,
  source: Pick<ManifestSource, "text" | "file">,
  options: PrintFindingsOptions = {},
): string {
  const paint = createPaint(options.color ?? false);
  const excerptOf = createExcerpts(source.text, paint);
  const file = showInvisible(source.file);
  const print = (severity: Severity) => (issue: ManifestIssue) => {
    const location = paint("location", `${file}:${issue.line}:${issue.column}`);
    const head = `${location} ${paint(severity, severity)} ${paint("faint", issue.code)}`;
    return `${head}\n${where(issue)}${issue.message}\n${excerptOf(issue, severity)}\n`;
  };
  const blocks = [...errors.map(print("error")), ...warnings.map(print("warning"))];
  if (blocks.length === 0) return "";
  return `${blocks.join("\n")}\n${count(errors.length, "error")}, ${count(warnings.length, "warning")}\n`;
}

function where({ path }: ManifestIssue): string {
  if (path.length === 0) return "";
  const shown = path.map((step, index) =>
    typeof step === "number" ? `[${step}]` : `${index > 0 ? "." : ""}${step}`,
  );
  return `${showInvisible(shown.join(""))}: `;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
