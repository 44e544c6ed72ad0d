import { editData } from "./edit-data.ts";
import { manifestFileName } from "../checking/check-manifest.ts";
import { invalidManifestError, ManifestError } from "../model/manifest-error.ts";
import type { ManifestPath } from "../model/manifest-issue.ts";
import { problemToIssue } from "../reading/problem.ts";
import { type ManifestText, readManifestText } from "../reading/read-manifest-text.ts";
import type { YamlData } from "../reading/yaml-data.ts";
import { removeValue } from "./remove-value.ts";
import { setValue } from "./set-value.ts";
import { applySplice } from "./splice.ts";

/** A change of one value. */
export interface ManifestEdit {
  /**
   * The path of the value. Missing keys and lists are created. To append an item, use the list's length as
   * the last step.
   */
  readonly path: ManifestPath;
  /** The new value; `undefined` removes the key or item. */
  readonly value: YamlData | undefined;
}

/**
 * Returns a manifest's text after the edits, applied in order. Everything else is preserved exactly:
 * comments, order, quotes, indentation, blank lines. The result isn't checked against the manifest's rules.
 *
 * @throws ManifestError with `code` `invalid_manifest` if the text isn't YAML allowed in a manifest, or
 * `impossible_edit` if a path leads through a value that is neither a map nor a list
 *
 * @example
 * ```ts
 * import { editManifest } from "@plugboard/manifest";
 *
 * console.log(editManifest("title: Digest # short\n", [{ path: ["title"], value: "Page digest" }]));
 * ```
 */
export function editManifest(yaml: string, edits: readonly ManifestEdit[]): string {
  return edits.reduce(applyEdit, yaml);
}

function applyEdit(yaml: string, { path, value }: ManifestEdit): string {
  const { root, data } = readForEdit(yaml);
  const splice = value === undefined ? removeValue(yaml, root, path) : setValue(yaml, root, path, value);
  const edited = splice && applySplice(yaml, { ...splice, text: withLineEndsOf(yaml, splice.text) });
  // The text is edited by position, so verify that it parses to the expected data.
  if (edited === undefined || !holds(edited, editData(data, path, value))) {
    const message = `Cannot edit the manifest at ${path.join(".") || "its top level"}. Edit the file by hand.`;
    throw new ManifestError("impossible_edit", message);
  }
  return edited;
}

function withLineEndsOf(yaml: string, text: string): string {
  return yaml.includes("\r\n") ? text.replaceAll(/\r?\n/g, "\r\n") : text;
}

function readForEdit(yaml: string): Pick<ManifestText, "root"> & { readonly data: YamlData } {
  const { source, root, data, problems } = readManifestText(yaml, manifestFileName);
  const serious = problems.filter(({ code }) => code !== "empty_manifest");
  if (serious.length === 0) return { root, data: data ?? {} };
  throw invalidManifestError(
    serious.map((problem) => problemToIssue(problem, source)),
    source.file,
  );
}

function holds(yaml: string, expected: YamlData | undefined): boolean {
  const { data, problems } = readManifestText(yaml, manifestFileName);
  return problems.length === 0 && JSON.stringify(data) === JSON.stringify(expected);
}
