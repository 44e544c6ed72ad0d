import { randomBytes } from "node:crypto";
import type { SiteAccess } from "../client/types.ts";
import * as z from "zod";
import {
  PlatformError,
  type PlatformContext,
  findResourceInstallation,
  getInstallation,
} from "@plugboard/platform";
import { grantedScopes, type DeriveSecret, resourcePurpose, getInstalled } from "@plugboard/platform/product";
import { getSite } from "../spaces/content.ts";
import { tablesOf } from "../database/tables-of.ts";
import { requestScopes } from "../events/content-request.ts";

/** A secret that signs visitor tokens of a site. */
export interface SiteSigningSecret {
  readonly secret: string;
  /** Unix time in milliseconds. */
  readonly createdAt: number;
}

const secretsSchema: z.ZodType<readonly SiteSigningSecret[]> = z.array(
  z.object({ secret: z.string(), createdAt: z.number() }),
);
const secretBytes = 32;
/** The current and the previous secret. */
const maxSecrets = 2;

/**
 * Returns who can read a site. If its installation was removed, the site stays closed until its access is
 * changed.
 *
 * @throws PlatformError `not_found`
 */
export async function getSiteAccess(context: PlatformContext, siteId: string): Promise<SiteAccess> {
  const row = await tablesOf(context.db)
    .selectFrom("site_access")
    .select("installation_id")
    .where("site_id", "=", siteId)
    .executeTakeFirst();
  const installation = row?.installation_id ?? undefined;
  if (installation !== undefined) return { audience: "visitors", installation };
  if (row === undefined) await getSite(context, siteId);
  return { audience: "everyone" };
}

/**
 * Sets who can read a site.
 *
 * @throws PlatformError `not_found`; `invalid_request` for an installation that cannot sign visitors in: it
 * is not in the site, lacks the scope `site:visitor:auth`, or has no handler for it
 */
export async function updateSiteAccess(
  context: PlatformContext,
  siteId: string,
  access: SiteAccess,
): Promise<SiteAccess> {
  const installation = access.audience === "visitors" ? access.installation : undefined;
  if (installation !== undefined) await requireVisitorAuthentication(context, siteId, installation);
  await ensureRow(context, siteId);
  await tablesOf(context.db)
    .updateTable("site_access")
    .set({ installation_id: installation ?? null })
    .where("site_id", "=", siteId)
    .execute();
  return access;
}

async function requireVisitorAuthentication(
  context: PlatformContext,
  siteId: string,
  installationId: string,
): Promise<void> {
  const refuse = (why: string): never => {
    throw new PlatformError("invalid_request", `installation: ${installationId} ${why}.`, [
      { path: "installation", message: why },
    ]);
  };
  await getSite(context, siteId);
  if ((await findResourceInstallation(context, installationId, "site", siteId)) === undefined)
    return refuse(`is not installed in site ${siteId}`);
  const installation = await getInstallation(context, installationId);
  const { manifest, description } = await getInstalled(context, installation);
  if (!grantedScopes(manifest, installation).includes(requestScopes.fetch_visitor_authentication))
    return refuse("cannot sign visitors in: its manifest lacks the scope site:visitor:auth");
  if (!description.requests?.includes("fetch_visitor_authentication"))
    return refuse("cannot sign visitors in: it has no handler fetch_visitor_authentication");
}

/**
 * Returns the secrets that sign a site's visitor tokens, newest first.
 *
 * @throws PlatformError `not_found`
 *
 * @example
 * import { listSiteSigningSecrets } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const [newest] = await listSiteSigningSecrets(platform, "sit_1");
 * console.log(newest?.createdAt);
 */
export async function listSiteSigningSecrets(
  context: PlatformContext,
  siteId: string,
): Promise<readonly SiteSigningSecret[]> {
  return openSecrets(context, await ensureRow(context, siteId));
}

/**
 * Returns the accepted secrets of visitor tokens: the site's own, and
 * `environment.signingSecrets.siteInstallation` of the installation that signs visitors in.
 *
 * @throws PlatformError `not_found`
 *
 * @example
 * import { listVisitorSecrets, readVisitorToken } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const secrets = await listVisitorSecrets(platform, "sit_1", "ins_1");
 * console.log(await readVisitorToken("a token", secrets, Date.now())); // "foreign"
 */
export async function listVisitorSecrets(
  context: PlatformContext & { readonly deriveSecret: DeriveSecret },
  siteId: string,
  installationId: string,
): Promise<readonly string[]> {
  const secrets = await listSiteSigningSecrets(context, siteId);
  const own = context.deriveSecret(resourcePurpose(installationId, { kind: "site", id: siteId }));
  return [...secrets.map(({ secret }) => secret), own];
}

/**
 * Creates a new secret for visitor tokens. The previous one is accepted until the next rotation.
 *
 * @throws PlatformError `not_found`; `conflict` for a concurrent rotation
 */
export async function rotateSiteSigningSecret(
  context: PlatformContext,
  siteId: string,
): Promise<readonly SiteSigningSecret[]> {
  const encrypted = await ensureRow(context, siteId);
  const secrets = [createSecret(context), ...openSecrets(context, encrypted)].slice(0, maxSecrets);
  const { numUpdatedRows } = await tablesOf(context.db)
    .updateTable("site_access")
    .set({ signing_secrets: context.secretBox.encrypt(JSON.stringify(secrets)) })
    .where("site_id", "=", siteId)
    .where("signing_secrets", "=", encrypted)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return secrets;
  throw new PlatformError("conflict", "The secret was rotated concurrently. Read the secrets again.");
}

function createSecret({ now }: PlatformContext): SiteSigningSecret {
  return { secret: `sit_${randomBytes(secretBytes).toString("base64url")}`, createdAt: now() };
}

function openSecrets({ secretBox }: PlatformContext, encrypted: string): readonly SiteSigningSecret[] {
  return secretsSchema.parse(JSON.parse(secretBox.decrypt(encrypted)));
}

/** Creates the row of a site if it does not exist, and returns its encrypted secrets. */
async function ensureRow(context: PlatformContext, siteId: string): Promise<string> {
  const { organizationId } = await getSite(context, siteId);
  await tablesOf(context.db)
    .insertInto("site_access")
    .values({
      site_id: siteId,
      organization_id: organizationId,
      installation_id: null,
      signing_secrets: context.secretBox.encrypt(JSON.stringify([createSecret(context)])),
    })
    .onConflict((conflict) => conflict.column("site_id").doNothing())
    .execute();
  const row = await tablesOf(context.db)
    .selectFrom("site_access")
    .select("signing_secrets")
    .where("site_id", "=", siteId)
    .executeTakeFirstOrThrow();
  return row.signing_secrets;
}
