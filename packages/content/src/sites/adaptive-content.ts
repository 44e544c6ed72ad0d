import type { JsonObject } from "@plugboard/api";
import type { PageCondition } from "../client/types.ts";
import * as z from "zod";
import type { PlatformContext } from "@plugboard/platform";
import { planQuery, readObject } from "@plugboard/platform/product";
import type { Kysely } from "kysely";
import type { ContentTables } from "../database/content-tables.ts";
import { getSite } from "../spaces/content.ts";
import { getPage, type ListedPage } from "../spaces/pages.ts";
import { pagesWithText } from "../spaces/pages-with-text.ts";
import { tablesOf } from "../database/tables-of.ts";

/** A visitor's claims, signed by an integration. */
export type Claims = Readonly<Record<string, unknown>>;

/** Accepts all claims, the default without a schema. */
const anyClaims: JsonObject = { type: "object" };

/**
 * Returns the JSON Schema of the visitor claims that a site stores.
 *
 * @throws PlatformError `not_found`
 *
 * @example
 * import { getClaimsSchema } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * console.log((await getClaimsSchema(platform, "sit_1"))["properties"]);
 */
export async function getClaimsSchema(context: PlatformContext, siteId: string): Promise<JsonObject> {
  const row = await tablesOf(context.db)
    .selectFrom("claims_schemas")
    .select("schema")
    .where("site_id", "=", siteId)
    .executeTakeFirst();
  if (row === undefined) await getSite(context, siteId);
  // Stored as JSON.
  return row === undefined ? anyClaims : (readObject(row.schema) as JsonObject);
}

/**
 * Sets which visitor claims a site stores, from the next sign-in on.
 *
 * @throws PlatformError `not_found`
 */
export async function updateClaimsSchema(
  context: PlatformContext,
  siteId: string,
  schema: JsonObject,
): Promise<JsonObject> {
  const { organizationId } = await getSite(context, siteId);
  const row = { organization_id: organizationId, schema: JSON.stringify(schema) };
  await tablesOf(context.db)
    .insertInto("claims_schemas")
    .values({ site_id: siteId, ...row })
    .onConflict((conflict) => conflict.column("site_id").doUpdateSet(row))
    .execute();
  return schema;
}

/**
 * Returns the visitor claims that a site's schema includes.
 *
 * @example
 * import { selectClaims } from "@plugboard/content";
 *
 * const schema = { type: "object", properties: { plan: { type: "string" } } };
 * console.log(selectClaims({ plan: "pro", mail: "ada@example.com" }, schema)); // { plan: "pro" }
 */
export function selectClaims(claims: Claims, schema: JsonObject): Claims {
  const { properties } = schema;
  if (typeof properties !== "object" || properties === null) return claims;
  return Object.fromEntries(Object.entries(claims).filter(([name]) => Object.hasOwn(properties, name)));
}

const conditionsSchema: z.ZodType<readonly PageCondition[]> = z.array(
  z.object({ claim: z.string(), anyOf: z.array(z.union([z.string(), z.number(), z.boolean()])) }),
);

/**
 * Returns the conditions that visitors must meet to read a page on sites.
 *
 * @throws PlatformError `not_found`
 */
export async function getPageConditions(
  context: PlatformContext,
  spaceId: string,
  pageId: string,
): Promise<readonly PageCondition[]> {
  await getPage(context, spaceId, pageId);
  const row = await tablesOf(context.db)
    .selectFrom("page_conditions")
    .select("conditions")
    .where("page_id", "=", pageId)
    .executeTakeFirst();
  return row === undefined ? [] : conditionsSchema.parse(JSON.parse(row.conditions));
}

/**
 * Sets the conditions that visitors must meet to read a page on sites.
 *
 * @throws PlatformError `not_found`
 */
export async function updatePageConditions(
  context: PlatformContext,
  { spaceId, pageId }: { readonly spaceId: string; readonly pageId: string },
  conditions: readonly PageCondition[],
): Promise<readonly PageCondition[]> {
  await getPage(context, spaceId, pageId);
  const row = { space_id: spaceId, conditions: JSON.stringify(conditions) };
  await tablesOf(context.db)
    .insertInto("page_conditions")
    .values((query) => ({
      ...row,
      page_id: pageId,
      organization_id: query.selectFrom("spaces").select("organization_id").where("id", "=", spaceId),
    }))
    .onConflict((conflict) => conflict.column("page_id").doUpdateSet(row))
    .execute();
  return conditions;
}

const selectConditions = planQuery((db: Kysely<ContentTables>, { spaceId }: { readonly spaceId: string }) =>
  db.selectFrom("page_conditions").select(["page_id", "conditions"]).where("space_id", "=", spaceId),
);

/**
 * Returns the conditions of a space's pages by page id. Pages without conditions are omitted.
 *
 * @example
 * import { listPageConditions } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * console.log((await listPageConditions(platform, "spc_1")).get("pag_1"));
 */
export async function listPageConditions(
  { db }: PlatformContext,
  spaceId: string,
): Promise<ReadonlyMap<string, readonly PageCondition[]>> {
  const rows = await selectConditions(tablesOf(db), { spaceId });
  return new Map(rows.map((row) => [row.page_id, conditionsSchema.parse(JSON.parse(row.conditions))]));
}

/**
 * Returns the pages that a site shows to a visitor with these claims. A page is readable only if its ancestors are. Pages
 * without text are shown only above pages with text.
 *
 * @example
 * import { listPageConditions, listPages, selectPages } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const pages = await listPages(platform, "spc_1");
 * const conditions = await listPageConditions(platform, "spc_1");
 * console.log(selectPages(pages, conditions, { plan: "free" }).length);
 */
export function selectPages(
  pages: readonly ListedPage[],
  conditions: ReadonlyMap<string, readonly PageCondition[]>,
  claims: Claims,
): readonly ListedPage[] {
  if (conditions.size === 0) return pagesWithText(pages);
  const parents = new Map(pages.map(({ id, parentId }) => [id, parentId]));
  const isHidden = (id: string | null | undefined): boolean =>
    id !== null &&
    id !== undefined &&
    (!meetsConditions(conditions.get(id) ?? [], claims) || isHidden(parents.get(id)));
  return pagesWithText(pages.filter(({ id }) => !isHidden(id)));
}

/**
 * Returns whether claims meet all conditions. A missing claim meets none.
 */
export function meetsConditions(conditions: readonly PageCondition[], claims: Claims): boolean {
  return conditions.every(({ claim, anyOf }) => {
    const claimValue = claim.split(".").reduce<unknown>(readOwn, claims);
    return [claimValue].flat().some((value) => anyOf.some((allowed) => allowed === value));
  });
}

function readOwn(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
