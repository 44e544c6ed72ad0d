import type { ScopeName } from "@plugboard/api";
import type { DescribedScriptGrant, ScriptGrant, ScriptSources } from "@plugboard/api/client";
import { describeScriptSources } from "@plugboard/api/contract";
import * as z from "zod";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import { readStrings } from "../common/json.ts";
import type { PlatformContext } from "../database/platform-context.ts";

const sourcesSchema: z.ZodType<ScriptSources> = z.record(z.string(), z.array(z.string()));

/**
 * Returns the script grant of an integration, `undefined` if it has none.
 *
 * @example
 * import type { Platform } from "@plugboard/platform";
 * import { findScriptGrant } from "@plugboard/platform/product";
 *
 * declare const platform: Platform;
 * console.log((await findScriptGrant(platform, "analytics"))?.scopes);
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
  return {
    organization: row.organization_id,
    scopes: readStrings(row.scopes),
    sources: sourcesSchema.parse(JSON.parse(row.sources)),
  };
}

function isInternal({ product }: Pick<PlatformContext, "product">, scope: string): boolean {
  return product?.contract.scopes?.[scope]?.internal === true;
}

/**
 * Grants an integration internal scopes, or revokes them with an empty list.
 *
 * @throws PlatformError `invalid_request` if the product has no such internal scope, `not_found` if the organization does not
 * exist, `conflict` if the integration belongs to another organization
 * @example
 * import { type Platform, updateScriptGrant } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * await updateScriptGrant(platform, "analytics", { organization: "org_1", scopes: ["pages:script"] });
 */
export async function updateScriptGrant(
  context: Pick<PlatformContext, "db" | "now" | "product">,
  integration: string,
  { organization, scopes, sources = {} }: ScriptGrant,
): Promise<ScriptGrant> {
  const { db, now } = context;
  const problems = scopes.flatMap((scope, index) =>
    isInternal(context, scope)
      ? []
      : [{ path: `scopes.${index}`, message: `${scope} is not an internal scope of this platform` }],
  );
  const [first] = problems;
  if (first !== undefined)
    throw new PlatformError("invalid_request", `${first.path}: ${first.message}.`, problems);
  const organizationRow = await db
    .selectFrom("organizations")
    .select("id")
    .where("id", "=", organization)
    .executeTakeFirst();
  orNotFound(organizationRow, `organization ${organization}`);
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
    sources: JSON.stringify(sources),
    updated_at: now(),
  };
  await db
    .insertInto("script_grants")
    .values({ integration, ...row })
    .onConflict((conflict) => conflict.column("integration").doUpdateSet(row))
    .execute();
  return { organization, scopes, sources };
}

/** Returns a grant with an explanation of its permissions. */
export function describeScriptGrant(
  { product }: Pick<PlatformContext, "product">,
  grant: ScriptGrant,
): DescribedScriptGrant {
  const { scopes, sources = {} } = grant;
  const summary = [
    ...scopes.map((scope) => product?.contract.scopes?.[scope]?.description ?? `Use the scope ${scope}.`),
    ...describeScriptSources(sources),
  ];
  return { ...grant, summary };
}

/** The scopes of a publication and their owner. */
interface ScopedPublication {
  readonly name: string;
  readonly organizationId: string;
  readonly scopes: readonly ScopeName[];
}

/** Checks that a publication's internal scopes are granted. @throws PlatformError `forbidden` */
export function requireGrantedScopes(
  context: Pick<PlatformContext, "product">,
  { name, organizationId, scopes }: ScopedPublication,
  grant: ScriptGrant | undefined,
): void {
  const granted = grant?.organization === organizationId ? grant.scopes : [];
  const [missing] = scopes.filter((scope) => isInternal(context, scope) && !granted.includes(scope));
  if (missing === undefined) return;
  throw new PlatformError(
    "forbidden",
    `The operator has not granted ${name} the scope ${missing}. Remove it from the manifest, or request a grant.`,
  );
}
