import { isMap, isScalar, isSeq, type ParsedNode, type Scalar, type YAMLMap } from "yaml";
import type { ManifestIssueCode, ManifestPath } from "../model/manifest-issue.ts";
import type { Problem } from "./problem.ts";
import type { YamlData } from "./yaml-data.ts";

// Double-quoted text can contain any character as an escape sequence, so checking the file's own characters
// isn't enough.
const controlCharacter = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;

/** Converts a syntax tree to plain data. Unsafe keys are reported in `problems` and omitted. */
export function toData(node: ParsedNode | null, problems: Problem[], path: ManifestPath = []): YamlData {
  if (isMap(node)) return toMap(node, problems, path);
  if (isSeq(node)) return node.items.map((item, index) => toData(item, problems, [...path, index]));
  return isScalar(node) ? toScalar(node, problems, path) : null;
}

function toMap(map: YAMLMap.Parsed, problems: Problem[], path: ManifestPath): YamlData {
  const data: Record<string, YamlData> = {};
  for (const { key, value } of map.items) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    const keyPath = [...path, name];
    if (name === "__proto__") {
      const message = "A key cannot be named __proto__. Choose another name.";
      problems.push(problemAt(key, "forbidden_key", message, path));
    } else if (Object.hasOwn(data, name)) {
      const message = "This key already exists above. Remove one of the two.";
      problems.push(problemAt(key, "duplicate_key", message, keyPath));
    } else {
      toScalar(key, problems, path);
      data[name] = toData(value, problems, keyPath);
    }
  }
  return data;
}

function toScalar(scalar: Scalar.Parsed, problems: Problem[], path: ManifestPath): YamlData {
  const { value } = scalar;
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value !== "string") return null;
  if (scalar.type === "QUOTE_DOUBLE" && controlCharacter.test(value)) {
    const message = "This text contains a control character as an escape sequence. Remove it.";
    problems.push(problemAt(scalar, "control_character", message, path));
  }
  return value;
}

function problemAt(
  { range }: Scalar.Parsed,
  code: ManifestIssueCode,
  message: string,
  path: ManifestPath,
): Problem {
  return { code, message, start: range[0], end: range[1], path };
}
