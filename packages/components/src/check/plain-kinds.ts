import type { PlainKind } from "../elements/element-table.ts";
import { isPlainObject } from "./value.ts";

/** How a plain kind is named in messages, and whether a value is of it. */
export interface PlainKindRule {
  readonly title: string;
  readonly accepts: (value: unknown) => boolean;
}

/** The kinds that are neither an element nor an object with named attributes. */
export const plainKinds: Readonly<Record<PlainKind, PlainKindRule>> = {
  string: { title: "a string", accepts: isString },
  number: { title: "a number", accepts: isNumber },
  positive: { title: "a number above 0", accepts: (value) => isNumber(value) && value > 0 },
  boolean: { title: "true or false", accepts: (value) => typeof value === "boolean" },
  stateKey: {
    title: "a state key",
    accepts: (value) => isString(value) && value !== "" && value !== "__proto__",
  },
  webUrl: { title: "an absolute http(s): URL", accepts: (value) => /^https?:$/.test(protocolOf(value)) },
  linkUrl: {
    title: "an absolute http(s): or mailto: URL",
    accepts: (value) => /^(https?|mailto):$/.test(protocolOf(value)),
  },
  object: { title: "a JSON object", accepts: isPlainObject },
  action: { title: "an action", accepts: isPlainObject },
};

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

// The URL parser decides, because it reads `java\nscript:` the way a browser does.
function protocolOf(value: unknown): string {
  return isString(value) && URL.canParse(value) ? new URL(value).protocol : "";
}
