import { AsyncLocalStorage } from "node:async_hooks";
import type { WholePlatformWork } from "./whole-platform-work.ts";

/** The setting of a connection to PostgreSQL that its policies read: ids of organizations with commas between, or `*`. */
export const scopeSetting = "plugboard.organizations";

/** The value with which a connection sees every organization. */
export const everyOrganization = "*";
const noOrganization = "";

interface Scope {
  readonly organizations: string;
  /** What the work has set off and nobody waited for is not its own any more. */
  isOver: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();

async function inScope<Result>(organizations: string, work: () => Promise<Result>): Promise<Result> {
  const scope: Scope = { organizations, isOver: false };
  return await scopes.run(scope, work).finally(() => {
    scope.isOver = true;
  });
}

/**
 * Does work that sees and changes only what belongs to some organizations: a query that forgets to say whose things it wants gets
 * theirs and nobody else's. PostgreSQL has policies of rows for it, SQLite views and triggers of the connection.
 *
 * @example
 * import { inOrganizations, listSpaces, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const spaces = await inOrganizations(["org_1"], () => listSpaces(platform));
 * console.log(spaces.every(({ organizationId }) => organizationId === "org_1")); // true
 */
export async function inOrganizations<Result>(
  organizations: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  return await inScope(organizations.join(","), work);
}

/**
 * Does work that has a reason to see every organization, also within that of some.
 *
 * @param _name - says which reason, in `whole-platform-work.ts`
 * @example
 * import { findSite, onWholePlatform, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { site } = await onWholePlatform("sites", () => findSite(platform, "handbook"));
 * console.log(site.organizationId);
 */
export async function onWholePlatform<Result>(
  _name: WholePlatformWork,
  work: () => Promise<Result>,
): Promise<Result> {
  return await inScope(everyOrganization, work);
}

/** What a connection has to see now; `undefined` for work that did not say. */
export function currentScope(): string | undefined {
  const scope = scopes.getStore();
  return scope === undefined || scope.isOver ? undefined : scope.organizations;
}

/** Reads what a connection has to see now. */
export type ReadScope = () => string;

/** Makes what reads it of a storage. Work that did not say sees nothing there where it has to say, and everything where not. */
export function createScopeReader(requiresScope: boolean): ReadScope {
  const unsaid = requiresScope ? noOrganization : everyOrganization;
  return () => currentScope() ?? unsaid;
}
