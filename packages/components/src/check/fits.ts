import { isPlainObject, typeOf } from "./value.ts";

// What the value looks like as JSON.
const patterns: Readonly<Record<string, RegExp | undefined>> = {
  positive: /^(?!0$)\d/,
  stateKey: /^"(?!__proto__"|")/,
  webUrl: /^"https?:/i,
  linkUrl: /^"(https?|mailto):/i,
};

/**
 * Whether a value is of a kind, as far as its surface tells. The value is JSON, or absent; the kind is no group, no element
 * and has no alternatives.
 */
export function fits(value: unknown, kind: string): boolean {
  if (Array.isArray(value)) {
    return /\[]/.test(kind) || (value.length === 1 && kind === `[${typeOf(value[0])}]`);
  }
  if (isPlainObject(value)) return /^[A-Z]\w+$/.test(kind);
  const json = JSON.stringify(value);
  return patterns[kind]?.test(json)
    ? !/Url/.test(kind) || URL.canParse(String(value))
    : typeof value === kind || json === kind;
}
