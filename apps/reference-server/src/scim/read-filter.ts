import { type Filter, parse } from "scim2-parse-filter";
import { withoutSchema } from "./resource-schemas.ts";
import { ScimError } from "./scim-error.ts";

// Parsing a filter of this length takes less than a millisecond.
const maxFilterLength = 1000;

/** A condition of a filter: the attribute in lower case without its schema, and its value. */
export interface Condition {
  readonly attribute: string;
  readonly value: string;
}

/**
 * Reads the conditions of a filter, which all have to hold. Only `eq` and `and` are supported, as identity providers use them to
 * find a user.
 *
 * @throws ScimError `invalidFilter`
 */
export function readFilter(text: string): readonly Condition[] {
  if (text.length > maxFilterLength) throw invalidFilter(`has more than ${maxFilterLength} characters`);
  let filter: Filter;
  try {
    filter = parse(text);
  } catch {
    throw invalidFilter("can't be read");
  }
  return conditionsOf(filter, "");
}

function conditionsOf(filter: Filter, within: string): readonly Condition[] {
  switch (filter.op) {
    case "and":
      return filter.filters.flatMap((each) => conditionsOf(each, within));
    case "eq": {
      const { compValue } = filter;
      if (compValue === null) throw invalidFilter("compares with null");
      return [{ attribute: `${within}${withoutSchema(filter.attrPath)}`, value: String(compValue) }];
    }
    case "[]":
      return conditionsOf(filter.valFilter, `${within}${withoutSchema(filter.attrPath)}.`);
    default:
      throw invalidFilter(`uses ${filter.op}`);
  }
}

/**
 * Returns the query that a filter makes. `fields` are the fields of attributes, in lower case; attributes without a field make no
 * difference.
 *
 * @throws ScimError `invalidFilter`
 */
export function readQuery<Field extends string>(
  filter: string | undefined,
  fields: ReadonlyMap<string, Field | undefined>,
): Partial<Record<Field, string>> {
  const query: Partial<Record<Field, string>> = {};
  for (const { attribute, value } of filter === undefined ? [] : readFilter(filter)) {
    const field = fields.get(attribute);
    const isRepeated = field !== undefined && query[field] !== undefined;
    if (!fields.has(attribute) || isRepeated)
      throw invalidFilter(`uses ${attribute.slice(0, 50)} in an unsupported way`);
    if (field !== undefined) query[field] = value;
  }
  return query;
}

function invalidFilter(problem: string): ScimError {
  return new ScimError(
    400,
    "invalidFilter",
    `The filter ${problem}. Filter users by userName, externalId, emails.value or id, and groups by displayName, externalId, members.value or id, with eq, combined with and.`,
  );
}
