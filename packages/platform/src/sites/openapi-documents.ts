import { parse } from "yaml";
import { found, PlatformError, type PlatformProblem } from "../common/platform-error.ts";
import { getSite } from "../content/content.ts";
import type { PlatformContext } from "../database/platform-context.ts";

/** An OpenAPI document of a site, in one version. */
export interface OpenApiDocument {
  readonly name: string;
  /** Counts the documents that were uploaded under the name, from 1. */
  readonly version: number;
  readonly title: string;
  /** The version of the specification, as in `3.1`. */
  readonly specification: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

const maxProblems = 20;
const maxAliases = 100;
const columns = ["name", "version", "title", "specification", "created_at as createdAt"] as const;

/**
 * Checks an OpenAPI document, and makes it the newest version under its name. References to other files are not followed.
 *
 * @param text - JSON or YAML
 * @throws PlatformError `not_found`, `invalid_request` with what is wrong
 * @example
 * import { type Platform, uploadOpenApiDocument } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const text = "openapi: 3.1.0\ninfo: { title: Pets, version: '1' }\npaths: {}\n";
 * console.log((await uploadOpenApiDocument(platform, "sit_1", "pets", text)).version);
 */
export async function uploadOpenApiDocument(
  context: PlatformContext,
  siteId: string,
  name: string,
  text: string,
): Promise<OpenApiDocument> {
  const { organizationId: organization_id } = await getSite(context, siteId);
  const { title, specification } = await checkDocument(text);
  const created_at = context.now();
  return await context.db.transaction().execute(async (transaction) => {
    // An update that changes nothing holds the site, so that two uploads at once get two versions.
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

async function checkDocument(text: string): Promise<Pick<OpenApiDocument, "title" | "specification">> {
  const document = read(text);
  // Loaded here, since few servers ever check one.
  const { Validator } = await import("@seriousme/openapi-schema-validator");
  const validator = new Validator();
  const { valid, errors } = await validator.validate(document);
  if (valid) {
    const title: unknown = Reflect.get(Object(document["info"]), "title");
    return { title: typeof title === "string" ? title : "", specification: validator.version };
  }
  const list = Array.isArray(errors) ? errors : [{ instancePath: "", message: String(errors) }];
  throw refused(
    list.slice(0, maxProblems).map(({ instancePath, message = "is wrong" }) => ({
      path: `text${instancePath.replaceAll("/", ".")}`,
      message,
    })),
  );
}

/** The document as an object: what is given as a text would be taken for a file's name. */
function read(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: maxAliases });
  } catch (error) {
    const message = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "is no JSON or YAML";
    throw refused([{ path: "text", message }]);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw refused([{ path: "text", message: "must be an object" }]);
}

function refused(problems: readonly PlatformProblem[]): PlatformError {
  const [first] = problems;
  const text = `This is no OpenAPI document: ${first?.path ?? ""} ${first?.message ?? ""}.`;
  return new PlatformError("invalid_request", text, problems);
}

/**
 * The OpenAPI documents of a site, each in its newest version.
 *
 * @example
 * import { listOpenApiDocuments, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * for (const { name, version } of await listOpenApiDocuments(platform, "sit_1")) console.log(name, version);
 */
export async function listOpenApiDocuments(
  { db }: PlatformContext,
  siteId: string,
): Promise<OpenApiDocument[]> {
  const rows = await db
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
 * The versions of a document, the newest first; at most fifty.
 *
 * @throws PlatformError `not_found`
 * @example
 * import { listOpenApiVersions, type Platform } from "@plugboard/platform";
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
  const rows = await db
    .selectFrom("openapi_documents")
    .select(columns)
    .where("site_id", "=", siteId)
    .where("name", "=", name)
    .orderBy("version", "desc")
    .limit(maxListedVersions)
    .execute();
  return found(rows.length === 0 ? undefined : rows, `document ${name} of site ${siteId}`);
}

/**
 * One document with its text, in a version or in the newest one.
 *
 * @throws PlatformError `not_found`
 * @example
 * import { getOpenApiDocument, type Platform } from "@plugboard/platform";
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
  let query = db
    .selectFrom("openapi_documents")
    .select(columns)
    .select("document as text")
    .where("site_id", "=", siteId)
    .where("name", "=", name);
  if (version !== undefined) query = query.where("version", "=", version);
  const row = await query.orderBy("version", "desc").limit(1).executeTakeFirst();
  return found(row, `document ${name} of site ${siteId}`);
}
