import { DeliveryError } from "../errors/delivery-error.ts";

/** A statement that runs often enough to prepare. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  /** Replaces the statement on databases without advisory locks. */
  readonly withoutAdvisoryLocks?: string | undefined;
}

/** Names a statement. Each name must stand for a single SQL string. */
export function named(name: string, text: string, withoutAdvisoryLocks?: string): NamedStatement {
  return { name: `webhooks_${name}`, text, withoutAdvisoryLocks };
}

/** The schema and the features of the database. */
export interface StatementOptions {
  readonly schema: string;
  readonly skipLocked: boolean;
  readonly advisoryLocks: boolean;
}

/** Adapts a statement to a schema and a database. */
export type StatementAdapter = (statement: string | NamedStatement) => string | NamedStatement;

/** The schema used in the statements' text. */
export const defaultSchema = "webhooks";

// Leaves room for the longest statement name within PostgreSQL's 63 bytes.
const simpleName = /^[a-z_][a-z0-9_]{0,31}$/;

/** Throws `DeliveryError` (`invalid_option`) if a schema name is invalid. */
export function checkSchemaName(schema: string): void {
  if (simpleName.test(schema) && !schema.startsWith("pg_")) return;
  throw new DeliveryError(
    "invalid_option",
    `schema is ${JSON.stringify(schema)}; it must have at most 32 lowercase letters, digits and underscores, and not start with a digit or pg_`,
  );
}

/** Returns SQL for a schema and a database. */
export function adaptSql(sql: string, { schema, skipLocked }: StatementOptions): string {
  const located = schema === defaultSchema ? sql : sql.replaceAll("webhooks.", `"${schema}".`);
  return skipLocked ? located : located.replaceAll(" SKIP LOCKED", "");
}

/** Returns `undefined` if statements need no changes. */
export function createStatementAdapter(options: StatementOptions): StatementAdapter | undefined {
  const { schema, skipLocked, advisoryLocks } = options;
  if (schema === defaultSchema && skipLocked && advisoryLocks) return undefined;
  const known = new WeakMap<NamedStatement, NamedStatement>();
  const adaptNamed = ({ name, text, withoutAdvisoryLocks = text }: NamedStatement): NamedStatement => ({
    // Stores of several schemas can share connections, on which each name must stand for a single SQL string.
    name: name.replace(defaultSchema, schema),
    text: adaptSql(advisoryLocks ? text : withoutAdvisoryLocks, options),
  });
  return (statement) => {
    if (typeof statement === "string") return adaptSql(statement, options);
    const adapted = known.get(statement) ?? adaptNamed(statement);
    known.set(statement, adapted);
    return adapted;
  };
}
