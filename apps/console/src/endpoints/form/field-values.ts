import type { FieldValue } from "@plugboard/api/client";

/** A value of a field as a person writes it: a text as it is, in quotes only where it would be read as something else. */
export function formatFieldValue(value: FieldValue): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return readFieldValue(value) === value && value.trim() === value && !value.includes(",")
    ? value
    : JSON.stringify(value);
}

/** Reads a value that somebody wrote: a number, `true`, `false`, `null`, a text in quotes, or else the text as it is. */
export function readFieldValue(text: string): FieldValue {
  const value = parse(text);
  return isScalar(value) ? value : text;
}

/** Reads values that somebody wrote with commas between them. */
export function readFieldValues(text: string): readonly FieldValue[] {
  const values = parse(`[${text}]`);
  if (Array.isArray(values) && values.every(isScalar)) return values;
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(readFieldValue);
}

/** Where a field is, as a person writes it: “feedback.rating”. A dot within a name has a backslash before it. */
export function formatFieldPath(path: readonly string[]): string {
  return path.map((name) => name.replaceAll(/[\\.]/g, String.raw`\$&`)).join(".");
}

/** Reads where a field is. */
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
