import type { FieldValue } from "@plugboard/api/client";

/** Formats a field value for the form. Strings are quoted only if they would parse as another type. */
export function formatFieldValue(value: FieldValue): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return readFieldValue(value) === value && value.trim() === value && !value.includes(",")
    ? value
    : JSON.stringify(value);
}

/** Parses a typed value: a number, `true`, `false`, `null`, a quoted string, or else the text itself. */
export function readFieldValue(text: string): FieldValue {
  const value = parse(text);
  return isScalar(value) ? value : text;
}

/** Parses comma-separated values. */
export function readFieldValues(text: string): readonly FieldValue[] {
  const values = parse(`[${text}]`);
  if (Array.isArray(values) && values.every(isScalar)) return values;
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(readFieldValue);
}

/** Formats a field path: “feedback.rating”. Dots within a name are escaped with a backslash. */
export function formatFieldPath(path: readonly string[]): string {
  return path.map((name) => name.replaceAll(/[\\.]/g, String.raw`\$&`)).join(".");
}

/** Parses a field path. */
export function readFieldPath(text: string): readonly string[] {
  const names = text.match(/(?:\\[^]|[^.\\])+/g) ?? [];
  return names.map((name) => name.replaceAll(/\\([^])/g, "$1"));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isScalar(value: unknown): value is FieldValue {
  return (
    value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean"
  );
}
