import type * as z from "zod";

/**
 * Explains why a value in a request is invalid. Forms show the text beside the field. A schema's own message takes
 * precedence.
 */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type")
    return issue.input === undefined
      ? "is required"
      : `must be ${typeNames[issue.expected] ?? issue.expected}`;
  if (issue.code === "too_small") return describeSmall(issue);
  if (issue.code === "too_big")
    return `${verbs[issue.origin] ?? "must be"} at most ${sizeOf(issue, issue.maximum)}`;
  if (issue.code === "invalid_format") return formats[issue.format];
  if (issue.code === "invalid_value") {
    const values = issue.values.map(String);
    return values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(", ")}`;
  }
  if (issue.code === "unrecognized_keys") return `has unknown fields: ${issue.keys.join(", ")}`;
  if (issue.code === "not_multiple_of") return `must be a multiple of ${issue.divisor}`;
  if (issue.code === "invalid_union") return describeUnion(issue);
  return undefined;
}

/** Names the allowed kinds, or what is wrong for each alternative. */
function describeUnion(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string | undefined {
  if ("options" in issue && Array.isArray(issue.options)) return `must be one of ${issue.options.join(", ")}`;
  const reasons = issue.errors.flatMap(([first]) =>
    first === undefined ? [] : [[...first.path, first.message].join(" ")],
  );
  return reasons.length === 0 ? undefined : [...new Set(reasons)].join(", or ");
}

const typeNames: Readonly<Partial<Record<string, string>>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "text",
};

/** Sizes are counted, except those of numbers. */
const verbs: Readonly<Partial<Record<string, string>>> = {
  array: "must have",
  map: "must have",
  object: "must have",
  set: "must have",
  string: "must have",
};

const units: Readonly<Partial<Record<string, string>>> = {
  array: "item",
  map: "entry",
  object: "field",
  set: "item",
  string: "character",
};

const formats: Readonly<Partial<Record<string, string>>> = {
  datetime: "must be a time, such as 2026-01-15T09:30:00Z",
  email: "must be an email address, such as ada@example.com",
  url: "must be a URL, such as https://example.com",
};

function describeSmall(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  const { origin, minimum } = issue;
  if (verbs[origin] === undefined)
    return `must be ${issue.inclusive === false ? "more than" : "at least"} ${sizeOf(issue, minimum)}`;
  return minimum === 1 ? "must not be empty" : `must have at least ${sizeOf(issue, minimum)}`;
}

function sizeOf({ origin }: { readonly origin: string }, size: number | bigint): string {
  const text = size.toLocaleString("en");
  const unit = units[origin];
  if (unit === undefined) return text;
  if (size === 1) return `${text} ${unit}`;
  return `${text} ${unit === "entry" ? "entries" : `${unit}s`}`;
}
