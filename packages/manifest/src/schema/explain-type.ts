import type { Finding } from "../reading/finding.ts";
import type { ManifestPath } from "../model/manifest-issue.ts";
import { isYamlMap, type YamlData } from "../reading/yaml-data.ts";

/** What a value of one of the schema's types is called in a manifest, and how it is written. */
interface ExpectedType {
  readonly name: string;
  /** What to do where nothing stands; to write such a value, unless said otherwise. */
  readonly toFill?: string;
  /** What to do about a value of another type. */
  readonly toMend?: (value: YamlData) => string;
}

const map: ExpectedType = {
  name: "a map",
  toFill: "Write lines of the form `key: value`, indented below this key.",
  toMend: () => "Write lines of the form `key: value`.",
};

const expectedTypes: ReadonlyMap<string, ExpectedType> = new Map([
  [
    "string",
    {
      name: "a text",
      toFill: "Write a text; one that starts with # needs quotes.",
      toMend: (value) => (typeof value === "object" ? "" : "Put it in quotes."),
    },
  ],
  ["number", { name: "a number", toMend: unquoteNumber }],
  ["boolean", { name: "true or false", toMend: unquoteBoolean }],
  [
    "array",
    {
      name: "a list",
      toFill: 'Write a list, with "- " before each item.',
      toMend: () => 'Write "- " before each item, each on a line of its own.',
    },
  ],
  ["object", map],
  ["record", map],
]);

const unknownType: ExpectedType = { name: "something else" };

/** Says that a value is missing, is empty, or is of another type than the schema's `expected` one. */
export function explainType(path: ManifestPath, value: YamlData | undefined, expected: string): Finding {
  if (value === undefined) {
    const message = `The key "${String(path.at(-1) ?? "")}" is missing. Add it.`;
    return { code: "missing_key", path, message, part: "key" };
  }
  const { name, toFill, toMend } = expectedTypes.get(expected) ?? unknownType;
  if (value === null) {
    const message = `There is no value here. ${toFill ?? `Write ${name}.`}`;
    return { code: "empty_value", path, message, part: "value" };
  }
  const message = `This is ${typeOf(value)}, but ${name} belongs here. ${toMend?.(value) ?? ""}`.trimEnd();
  return { code: "wrong_type", path, message, part: "value" };
}

function unquoteNumber(value: YamlData): string {
  return typeof value === "string" && /^[-+]?[\d.]+$/.test(value) ? "Take the quotes away." : "";
}

/** YAML 1.1 had more words for these two than YAML 1.2 has. */
function unquoteBoolean(value: YamlData): string {
  if (typeof value !== "string") return "";
  if (/^(?:true|false)$/i.test(value)) return "Take the quotes away.";
  if (/^(?:yes|y|on)$/i.test(value)) return "Write true.";
  return /^(?:no|n|off)$/i.test(value) ? "Write false." : "";
}

function typeOf(value: YamlData): string {
  if (isYamlMap(value)) return "a map";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "number") return "a text";
  return Number.isFinite(value) ? "a number" : "no finite number";
}
