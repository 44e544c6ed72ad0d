import { DeliveryError } from "../errors/delivery-error.ts";

/** A statement that runs often enough to be worth preparing. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  /** What takes its place where the database has no advisory locks. */
  readonly withoutAdvisoryLocks?: string | undefined;
}

/** Names a statement. The name must be used for this text alone. */
export function named(name: string, text: string, withoutAdvisoryLocks?: string): NamedStatement {
  return { name: `webhooks_${name}`, text, withoutAdvisoryLocks };
}

/** Where the tables are, and what the database knows. */
export interface StatementOptions {
  readonly schema: string;
  readonly skipLocked: boolean;
  readonly advisoryLocks: boolean;
}

/** Makes of a statement what a schema and a database ask for. */
export type StatementAdapter = (statement: string | NamedStatement) => string | NamedStatement;

/** The schema that statements are written for. */
export const defaultSchema = "webhooks";

// Room for the longest name of a statement in the 63 bytes that PostgreSQL leaves names.
const simpleName = /^[a-z_][a-z0-9_]{0,31}$/;

/** Throws `DeliveryError` (`invalid_option`) for a schema whose name is not simple. */
export function checkSchemaName(schema: string): void {
  if (simpleName.test(schema) && !schema.startsWith("pg_")) return;
  throw new DeliveryError(
    "invalid_option",
    `schema is ${JSON.stringify(schema)}; it must be up to 32 lower-case letters, digits and underscores, begin with no digit, and not with pg_`,
  );
}

/** Nothing to adapt where statements are right as they are written: `undefined`. */
export function createStatementAdapter(options: StatementOptions): StatementAdapter | undefined {
  const { schema, skipLocked, advisoryLocks } = options;
  if (schema === defaultSchema && skipLocked && advisoryLocks) return undefined;
  const known = new WeakMap<NamedStatement, NamedStatement>();
  const adaptText = (text: string): string => {
    const located = text.replaceAll("webhooks.", `"${schema}".`);
    return skipLocked ? located : located.replaceAll(" SKIP LOCKED", "");
  };
  const adaptNamed = ({ name, text, withoutAdvisoryLocks = text }: NamedStatement): NamedStatement => ({
    // Stores of several schemas may share connections, on which each name is for one text.
    name: name.replace(defaultSchema, schema),
    text: adaptText(advisoryLocks ? text : withoutAdvisoryLocks),
  });
  return (statement) => {
    if (typeof statement === "string") return adaptText(statement);
    const adapted = known.get(statement) ?? adaptNamed(statement);
    known.set(statement, adapted);
    return adapted;
  };
}
