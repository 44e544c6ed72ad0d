import type { OpenApiDocumentResource } from "../client/types.ts";
import { orNotFound, type PlatformContext } from "@plugboard/platform";
import { type WithUnixTimes, runDocumentTask } from "@plugboard/platform/product";
import { getSite } from "../spaces/content.ts";
import { tablesOf } from "../database/tables-of.ts";

/** A version of a site's OpenAPI document. */
export type OpenApiDocument = WithUnixTimes<OpenApiDocumentResource, "createdAt">;

const columns = ["name", "version", "title", "specification", "created_at as createdAt"] as const;

/**
 * Validates an OpenAPI document and stores it as the newest version under its name. References to other files
 * are not followed.
 *
 * @param text - JSON or YAML
 *
 * @throws PlatformError `not_found`, `invalid_request`
 */
export async function uploadOpenApiDocument(
  context: PlatformContext,
  siteId: string,
  name: string,
  text: string,
): Promise<OpenApiDocument> {
  const { organizationId: organization_id } = await getSite(context, siteId);
  const { title, specification } = await runDocumentTask("checkOpenApiDocument", text);
  const created_at = context.now();
  return await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      // A no-op update to lock the site, so that concurrent uploads get different versions.
      await transaction.updateTable("sites").set({ id: siteId }).where("id", "=", siteId).execute();
      const newest = await transaction
        .selectFrom("openapi_documents")
        .select(({ fn }) => fn.max("version").as("version"))
        .where("site_id", "=", siteId)
        .where("name", "=", name)
        .executeTakeFirst();
      const version = (newest?.version ?? 0) + 1;
      await transaction
        .insertInto("openapi_documents")
        .values({
          site_id: siteId,
          name,
          version,
          organization_id,
          title,
          specification,
          document: text,
          created_at,
        })
        .execute();
      return { name, version, title, specification, createdAt: created_at };
    });
}

/**
 * Returns the newest versions of a site's OpenAPI documents.
 *
 * @example
 * import { listOpenApiDocuments } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * for (const { name, version } of await listOpenApiDocuments(platform, "sit_1")) console.log(name, version);
 */
export async function listOpenApiDocuments(
  { db }: PlatformContext,
  siteId: string,
): Promise<OpenApiDocument[]> {
  const rows = await tablesOf(db)
    .selectFrom("openapi_documents")
    .select(columns)
    .where("site_id", "=", siteId)
    .orderBy("name")
    .orderBy("version", "desc")
    .execute();
  return rows.filter((row, index) => rows[index - 1]?.name !== row.name);
}

const maxListedVersions = 50;

/**
 * Returns up to fifty versions of a document, newest first.
 *
 * @throws PlatformError `not_found`
 *
 * @example
 * import { listOpenApiVersions } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const [newest] = await listOpenApiVersions(platform, "sit_1", "pets");
 * console.log(newest?.version);
 */
export async function listOpenApiVersions(
  { db }: PlatformContext,
  siteId: string,
  name: string,
): Promise<readonly OpenApiDocument[]> {
  const rows = await tablesOf(db)
    .selectFrom("openapi_documents")
    .select(columns)
    .where("site_id", "=", siteId)
    .where("name", "=", name)
    .orderBy("version", "desc")
    .limit(maxListedVersions)
    .execute();
  return orNotFound(rows.length === 0 ? undefined : rows, `document ${name} of site ${siteId}`);
}

/**
 * Returns a document with its text, in the given or the newest version.
 *
 * @throws PlatformError `not_found`
 *
 * @example
 * import { getOpenApiDocument } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * console.log((await getOpenApiDocument(platform, "sit_1", "pets", 2)).text);
 */
export async function getOpenApiDocument(
  { db }: PlatformContext,
  siteId: string,
  name: string,
  version?: number,
): Promise<OpenApiDocument & { readonly text: string }> {
  let query = tablesOf(db)
    .selectFrom("openapi_documents")
    .select(columns)
    .select("document as text")
    .where("site_id", "=", siteId)
    .where("name", "=", name);
  if (version !== undefined) query = query.where("version", "=", version);
  const row = await query.orderBy("version", "desc").limit(1).executeTakeFirst();
  return orNotFound(row, `document ${name} of site ${siteId}`);
}
