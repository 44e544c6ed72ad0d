import { AsyncLocalStorage } from "node:async_hooks";

/** The setting of a connection to PostgreSQL that its policies read: ids of organizations with commas between, or `*`. */
export const scopeSetting = "plugboard.organizations";

/** The value with which a connection sees every organization. */
export const everyOrganization = "*";

interface Scope {
  readonly organizations: string;
  /** What the work has set off and nobody waited for is not its own any more. */
  isOver: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();

/**
 * Does work that sees and changes only what belongs to some organizations: a query that forgets to say whose things it wants gets
 * theirs and nobody else's. PostgreSQL has policies of rows for it, SQLite views and triggers of the connection.
 */
export async function inOrganizations<Result>(
  organizations: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const scope: Scope = { organizations: organizations.join(","), isOver: false };
  return await scopes.run(scope, work).finally(() => {
    scope.isOver = true;
  });
}

/** Does work on the whole platform, also within that of some organizations. Whoever calls it says beside it why. */
export function onWholePlatform<Result>(work: () => Result): Result {
  return scopes.exit(work);
}

/** What a connection has to see now. */
export function currentScope(): string {
  const scope = scopes.getStore();
  return scope === undefined || scope.isOver ? everyOrganization : scope.organizations;
}
