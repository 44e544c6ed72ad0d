import { type Filter, parse } from "scim2-parse-filter";
import { ScimError } from "./scim-error.ts";
import { userSchema } from "./scim-user.ts";

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
      return [{ attribute: `${within}${plain(filter.attrPath)}`, value: String(compValue) }];
    }
    case "[]":
      return conditionsOf(filter.valFilter, `${within}${plain(filter.attrPath)}.`);
    default:
      throw invalidFilter(`uses ${filter.op}`);
  }
}

function plain(path: string): string {
  const prefix = `${userSchema}:`.toLowerCase();
  const lower = path.toLowerCase();
  return lower.startsWith(prefix) ? lower.slice(prefix.length) : lower;
}

/** Creates the error of a filter. */
export function invalidFilter(problem: string): ScimError {
  return new ScimError(
    400,
    "invalidFilter",
    `The filter ${problem}. Filter users by userName, externalId, emails.value or id, and groups by displayName, externalId or id, with eq, combined with and.`,
  );
}
