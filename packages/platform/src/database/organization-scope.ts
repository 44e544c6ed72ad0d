import { AsyncLocalStorage } from "node:async_hooks";
import type { UnscopedWork } from "./unscoped-work.ts";

/** The PostgreSQL setting that row policies read: organization ids separated by commas, or `*`. */
export const scopeSetting = "plugboard.organizations";

/** The scope of all organizations. */
export const everyOrganization = "*";
const noOrganization = "";

interface Scope {
  readonly organizations: string;
  readonly eventTypes?: readonly string[] | undefined;
  /** Set when the work is finished: queries that outlive it are outside its scope. */
  isOver: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();

async function inScope<Result>(
  limits: Pick<Scope, "organizations" | "eventTypes">,
  work: () => Promise<Result>,
): Promise<Result> {
  const scope: Scope = { ...limits, isOver: false };
  return await scopes.run(scope, work).finally(() => {
    scope.isOver = true;
  });
}

/**
 * Runs work whose queries can only access rows of these organizations, even if a query omits the condition.
 * PostgreSQL uses row policies, SQLite views and triggers.
 *
 * @param eventTypes - the only event types and wildcards whose endpoints and deliveries the work can access. Defaults to
 * all
 *
 * @example
 * import { inOrganizations, listEvents, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { items } = await inOrganizations(["org_1"], () => listEvents(platform, { limit: 20 }));
 * console.log(items.length); // Only events of org_1.
 */
export async function inOrganizations<Result>(
  organizations: readonly string[],
  work: () => Promise<Result>,
  eventTypes?: readonly string[],
): Promise<Result> {
  return await inScope({ organizations: organizations.join(","), eventTypes }, work);
}

/**
 * Runs work that needs access to all organizations, even within a narrower scope.
 *
 * @param _name - the reason, listed in `unscoped-work.ts`
 *
 * @example
 * import { listEvents, withoutTenantScope, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { items } = await withoutTenantScope("cleaning", () => listEvents(platform, { limit: 20 }));
 * console.log(items.length);
 */
export async function withoutTenantScope<Result>(
  _name: UnscopedWork,
  work: () => Promise<Result>,
): Promise<Result> {
  return await inScope({ organizations: everyOrganization }, work);
}

/** Returns the current scope. `undefined` if none was set. */
export function currentScope(): string | undefined {
  return openScope()?.organizations;
}

/** Returns the event types and wildcards that the current scope is limited to. `undefined` for all. */
export function currentEventTypes(): readonly string[] | undefined {
  return openScope()?.eventTypes;
}

function openScope(): Scope | undefined {
  const scope = scopes.getStore();
  return scope === undefined || scope.isOver ? undefined : scope;
}

/** Returns the effective scope. */
export type ReadScope = () => string;

/**
 * Creates the scope reader of a storage. Without a scope, queries see no rows if one is required, and all
 * rows otherwise.
 */
export function createScopeReader(requiresScope: boolean): ReadScope {
  const unsaid = requiresScope ? noOrganization : everyOrganization;
  return () => currentScope() ?? unsaid;
}
