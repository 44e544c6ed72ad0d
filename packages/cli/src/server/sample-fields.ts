import { CliError } from "../terminal/cli-error.ts";
import { didYouMean } from "../terminal/did-you-mean.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Parses arguments such as `--rating bad` or `--feedback.rating=bad` into event fields, with the types of the
 * sample. The last segment is enough to name a nested field.
 *
 * @throws CliError `usage` for a field that isn't in the sample, or a value of the wrong type
 */
export function parseFields(words: readonly string[], sample: Fields): Record<string, unknown> {
  const leaves = leavesOf(sample);
  let fields: Record<string, unknown> = {};
  for (const [name, text] of pairsOf(words)) {
    const path = findPath(name, leaves);
    fields = withValue(fields, path.split("."), parseValue(name, text, leaves.get(path)));
  }
  return fields;
}

function pairsOf(words: readonly string[]): (readonly [name: string, text: string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    const [, name, , joined] = /^--([^=]+)(=(.*))?$/s.exec(word) ?? [];
    if (name === undefined)
      throw new CliError("usage", `${word} is not a field.`, {
        next: "Use --field value, such as --rating bad.",
      });
    const text = joined ?? words[(index += 1)];
    if (text === undefined) throw new CliError("usage", `--${name} has no value.`);
    pairs.push([name, text]);
  }
  return pairs;
}

/** Returns all values outside of arrays, by path. */
function leavesOf(fields: Fields, prefix = ""): Map<string, unknown> {
  return new Map(
    Object.entries(fields).flatMap(([name, value]) =>
      isObject(value) && Object.keys(value).length > 0
        ? [...leavesOf(value, `${prefix}${name}.`)]
        : [[`${prefix}${name}`, value] as const],
    ),
  );
}

function findPath(name: string, leaves: ReadonlyMap<string, unknown>): string {
  if (leaves.has(name)) return name;
  const paths = [...leaves.keys()];
  const [match, ...others] = paths.filter((path) => path.endsWith(`.${name}`));
  if (match !== undefined && others.length === 0) return match;
  const what = others.length > 0 ? `--${name} matches several fields.` : `The event has no field ${name}.`;
  throw new CliError("usage", what, {
    next: didYouMean(name, others.length > 0 || name.includes(".") ? paths : paths.map(lastPartOf)),
  });
}

function lastPartOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

function parseValue(name: string, text: string, sample: unknown): unknown {
  if (typeof sample === "string") return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError(
      "usage",
      `--${name} takes JSON, such as ${JSON.stringify(sample)}, but ${text} is not JSON.`,
    );
  }
}

function withValue(
  fields: Fields,
  [name = "", ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  if (rest.length === 0) return { ...fields, [name]: value };
  const inner = fields[name];
  return { ...fields, [name]: withValue(isObject(inner) ? inner : {}, rest, value) };
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
