import { internalScopes, type Scope } from "@plugboard/api";
import type { ScriptGrant } from "@plugboard/api/client";
import * as z from "zod";
import { found, PlatformError } from "../common/platform-error.ts";
import { readStrings } from "../common/json.ts";
import type { PlatformContext } from "../database/platform-context.ts";

const hostsSchema: z.ZodType<NonNullable<ScriptGrant["hosts"]>> = z.object({
  scripts: z.array(z.string()).optional(),
  connections: z.array(z.string()).optional(),
  styles: z.array(z.string()).optional(),
  frames: z.array(z.string()).optional(),
});

/**
 * What the operator allows an integration beyond what third parties may do.
 *
 * @example
 * import { findScriptGrant, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * console.log((await findScriptGrant(platform, "analytics"))?.scopes); // ["site:script:inject"]
 */
export async function findScriptGrant(
  { db }: Pick<PlatformContext, "db">,
  integration: string,
): Promise<ScriptGrant | undefined> {
  const row = await db
    .selectFrom("script_grants")
    .selectAll()
    .where("integration", "=", integration)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const scopes = readStrings(row.scopes).filter(isInternal);
  return { organization: row.organization_id, scopes, hosts: hostsSchema.parse(JSON.parse(row.hosts)) };
}

function isInternal(scope: string): scope is Scope {
  return internalScopes.some((internal) => internal === scope);
}

/**
 * Allows an integration internal scopes, or takes them back with an empty list.
 *
 * @throws PlatformError `not_found` when there is no such organization, `conflict` when the integration belongs to another one
 * @example
 * import { type Platform, updateScriptGrant } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * await updateScriptGrant(platform, "analytics", { organization: "org_1", scopes: ["site:script:inject"] });
 */
export async function updateScriptGrant(
  { db, now }: Pick<PlatformContext, "db" | "now">,
  integration: string,
  { organization, scopes, hosts = {} }: ScriptGrant,
): Promise<ScriptGrant> {
  const known = await db
    .selectFrom("organizations")
    .select("id")
    .where("id", "=", organization)
    .executeTakeFirst();
  found(known, `organization ${organization}`);
  const published = await db
    .selectFrom("integrations")
    .select("organization_id")
    .where("name", "=", integration)
    .executeTakeFirst();
  if (published !== undefined && published.organization_id !== organization)
    throw new PlatformError("conflict", `${integration} belongs to another organization.`);
  const row = {
    organization_id: organization,
    scopes: JSON.stringify(scopes),
    hosts: JSON.stringify(hosts),
    updated_at: now(),
  };
  await db
    .insertInto("script_grants")
    .values({ integration, ...row })
    .onConflict((conflict) => conflict.column("integration").doUpdateSet(row))
    .execute();
  return { organization, scopes, hosts };
}

/** What the scopes of a publication are held against. */
interface ScopedPublication {
  readonly name: string;
  readonly organizationId: string;
  readonly scopes: readonly Scope[];
}

/** Refuses a publication that names an internal scope without a grant. @throws PlatformError `forbidden` */
export function requireGrantedScopes(
  { name, organizationId, scopes }: ScopedPublication,
  grant: ScriptGrant | undefined,
): void {
  const granted = grant?.organization === organizationId ? grant.scopes : [];
  const [missing] = scopes.filter((scope) => isInternal(scope) && !granted.includes(scope));
  if (missing === undefined) return;
  throw new PlatformError(
    "forbidden",
    `The operator does not grant ${name} the scope ${missing}. Remove it from the manifest, or ask for it.`,
  );
}
