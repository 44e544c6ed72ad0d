import { LineCounter, type ParsedNode } from "yaml";
import { composeDocument } from "./compose-document.ts";
import { decodeManifest } from "./decode-manifest.ts";
import { createManifestSource, type ManifestSource } from "./manifest-source.ts";
import type { Problem } from "./problem.ts";
import { toData } from "./to-data.ts";
import { isYamlMap, type YamlMap } from "./yaml-data.ts";

/** A manifest as text, syntax tree and data. */
export interface ManifestText {
  readonly source: ManifestSource;
  /** `null` if the text is empty or can't be parsed. */
  readonly root: ParsedNode | null;
  /** `undefined` if the text has problems that make its meaning unreliable. */
  readonly data: YamlMap | undefined;
  readonly problems: readonly Problem[];
}

/** Parses YAML into plain data and rejects hostile input early. Doesn't check the manifest's keys. */
export function readManifestText(yaml: string | Uint8Array, file: string): ManifestText {
  const lines = new LineCounter();
  const { text, problem } = decodeManifest(yaml);
  if (problem) {
    addLines(lines, text);
    return {
      source: createManifestSource(text, file, lines, null),
      root: null,
      data: undefined,
      problems: [problem],
    };
  }
  const composed = composeDocument(text, lines);
  const root = composed.document?.contents ?? null;
  const source = createManifestSource(text, file, lines, root);
  if (composed.problems.length > 0) return { source, root, data: undefined, problems: composed.problems };
  const problems: Problem[] = [];
  const data = toData(root, problems);
  if (isYamlMap(data)) return { source, root, data, problems };
  return { source, root, data: undefined, problems: [notAManifest(data === null, root?.range)] };
}

function addLines(lines: LineCounter, text: string): void {
  lines.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) lines.addNewLine(index + 1);
}

function notAManifest(empty: boolean, range: readonly number[] | undefined): Problem {
  const [start = 0, end = 1] = range ?? [];
  if (empty) {
    const message = "The manifest is empty. Add at least name, title, description, organization and scopes.";
    return { code: "empty_manifest", message, start: 0, end: 1 };
  }
  return { code: "wrong_type", message: "A manifest is a map: lines of the form `key: value`.", start, end };
}
