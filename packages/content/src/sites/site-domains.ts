import type { SiteDomain } from "../client/types.ts";
import {
  orNotFound,
  PlatformError,
  type PlatformContext,
  type PlatformUrls,
  withoutTenantScope,
} from "@plugboard/platform";
import { type DeriveSecret, planQuery } from "@plugboard/platform/product";
import type { Kysely, Selectable } from "kysely";
import type { ContentTables } from "../database/content-tables.ts";
import { tablesOf } from "../database/tables-of.ts";
import { contentLimits } from "../limits/content-limits.ts";
import { getSite } from "../spaces/content.ts";
import { decideDomain, type DomainCheck } from "./decide-domain.ts";
import { normalizeDomain, proofNameOf } from "./normalize-domain.ts";
import { originOfDomain } from "./published-url.ts";

/**
 * Returns the texts of a name's TXT records: none if it has no such record. Rejects if DNS did not respond, so that an
 * outage isn't taken for a removed record.
 */
export type ResolveTxt = (name: string) => Promise<readonly string[]>;

/** A domain of a site. */
export type StoredDomain = Selectable<ContentTables["site_domains"]>;

type DomainContext = PlatformContext & {
  readonly deriveSecret: DeriveSecret;
  readonly urls: PlatformUrls;
};

const maxShownRecords = 5;
const maxShownCharacters = 100;
const dueBatch = 10;
/** When a domain is checked again if its check is interrupted. */
const claimMilliseconds = 3600 * 1000;

/** Lists the domains of a site, oldest first. @throws PlatformError `not_found` */
export async function listSiteDomains(context: PlatformContext, siteId: string): Promise<StoredDomain[]> {
  await getSite(context, siteId);
  return await tablesOf(context.db)
    .selectFrom("site_domains")
    .selectAll()
    .where("site_id", "=", siteId)
    .orderBy("created_at")
    .orderBy("domain")
    .execute();
}

/**
 * Adds a domain to a site, which is served there once the domain is verified. Other organizations can add the same
 * domain: only its owner can create the DNS record.
 *
 * @throws PlatformError `not_found`; `invalid_request` for anything but a hostname outside of this server; `conflict` if
 * another site of the organization has it, or if the site has reached its limit
 */
export async function addSiteDomain(
  context: DomainContext,
  siteId: string,
  input: string,
): Promise<StoredDomain> {
  const { organizationId: organization_id } = await getSite(context, siteId);
  const normalized = normalizeDomain(input, context.urls);
  if ("problem" in normalized) throw refused("invalid_request", normalized.problem);
  const { domain } = normalized;
  const now = context.now();
  await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      // A no-op update to lock the site, so that concurrent calls can't exceed the limit.
      await transaction.updateTable("sites").set({ id: siteId }).where("id", "=", siteId).execute();
      const own = await transaction
        .selectFrom("site_domains")
        .select(["site_id", "domain"])
        .where("organization_id", "=", organization_id)
        .where((eb) => eb.or([eb("site_id", "=", siteId), eb("domain", "=", domain)]))
        .execute();
      const taken = own.find((each) => each.domain === domain);
      if (taken !== undefined)
        throw refused(
          "conflict",
          taken.site_id === siteId
            ? "is already a domain of this site"
            : `is a domain of site ${taken.site_id}. Remove it there first`,
        );
      if (own.length >= contentLimits.siteDomains)
        throw refused(
          "conflict",
          `is one too many: a site can have ${contentLimits.siteDomains} domains. Remove one first`,
        );
      await transaction
        .insertInto("site_domains")
        .values({
          site_id: siteId,
          domain,
          organization_id,
          status: "pending",
          created_at: now,
          check_at: now,
        })
        .execute();
    });
  return await getSiteDomain(context, siteId, domain);
}

/** Removes a domain from a site, and stops serving the site there. @throws PlatformError `not_found` */
export async function removeSiteDomain(
  context: PlatformContext,
  siteId: string,
  domain: string,
): Promise<void> {
  await getSiteDomain(context, siteId, domain);
  await tablesOf(context.db)
    .deleteFrom("site_domains")
    .where("site_id", "=", siteId)
    .where("domain", "=", domain)
    .execute();
}

/**
 * Checks the DNS record of a site's domain. Needs access to all organizations: the domain can be another one's, until this
 * one proves that it has a new owner.
 *
 * @throws PlatformError `not_found`, `conflict` without a resolver
 */
export async function checkSiteDomain(
  context: DomainContext,
  resolveTxt: ResolveTxt | undefined,
  siteId: string,
  domain: string,
): Promise<StoredDomain> {
  const row = await getSiteDomain(context, siteId, domain);
  if (resolveTxt === undefined)
    throw new PlatformError(
      "conflict",
      "Domain verification is disabled on this platform. Its operator can enable it.",
    );
  await check(context, resolveTxt, row);
  return await getSiteDomain(context, siteId, domain);
}

/** Checks the domains that are due, some at a time. @returns their number */
export async function checkDueDomains(context: DomainContext, resolveTxt: ResolveTxt): Promise<number> {
  const now = context.now();
  const due = await tablesOf(context.db)
    .updateTable("site_domains")
    .set({ check_at: now + claimMilliseconds })
    .where((eb) =>
      eb(
        eb.refTuple("site_id", "domain"),
        "in",
        eb
          .selectFrom("site_domains as due")
          .select(["due.site_id", "due.domain"])
          .where("due.check_at", "<=", now)
          .orderBy("due.check_at")
          .limit(dueBatch)
          .$asTuple("site_id", "domain"),
      ),
    )
    // Another process may have claimed it meanwhile.
    .where("check_at", "<=", now)
    .returningAll()
    .execute();
  await Promise.all(due.map((row) => check(context, resolveTxt, row)));
  return due.length;
}

/** Returns the text of the TXT record that connects domains to an organization. */
function proofOf({ deriveSecret }: Pick<DomainContext, "deriveSecret">, organizationId: string): string {
  return `plugboard-site=${deriveSecret(`domains of ${organizationId}`)}`;
}

/** Converts a domain to its API resource, without times. */
export function describeDomain(
  context: Pick<DomainContext, "deriveSecret" | "urls">,
  { domain, organization_id, problem, status }: StoredDomain,
): Omit<SiteDomain, "checkedAt" | "createdAt"> {
  return {
    domain,
    status,
    records: [
      { type: "TXT", name: proofNameOf(domain), value: proofOf(context, organization_id) },
      { type: "CNAME", name: domain, value: new URL(context.urls.public).hostname },
    ],
    problem: problem ?? undefined,
    url: `${originOfDomain(context.urls, domain)}/`,
  };
}

const selectSlug = planQuery((db: Kysely<ContentTables>, { domain }: { readonly domain: string }) =>
  db
    .selectFrom("site_domains")
    .innerJoin("sites", "sites.id", "site_domains.site_id")
    .select("sites.slug")
    .where("site_domains.domain", "=", domain)
    .where("site_domains.status", "=", "verified"),
);

/**
 * Returns the slug of the site that is served at a domain. `undefined` unless it is verified.
 *
 * @example
 * import { findSlugOfDomain } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * console.log(await findSlugOfDomain(platform, "docs.acme.example")); // handbook
 */
export async function findSlugOfDomain(
  { db }: Pick<PlatformContext, "db">,
  domain: string,
): Promise<string | undefined> {
  const [row] = await withoutTenantScope("publicEndpoints", () => selectSlug(tablesOf(db), { domain }));
  return row?.slug;
}

/** A domain whose record is missing, or that has failed. */
export interface LostDomain {
  readonly organizationId: string;
  readonly siteId: string;
  readonly domain: string;
  /** `verified` while the site is still served there. */
  readonly status: SiteDomain["status"];
  /** Unix time in milliseconds. */
  readonly since: number;
}

const maxLost = 1000;

/**
 * Returns the domains whose records have been missing since a time, once a second check has missed them too, and those
 * that have failed since then. Longest first.
 *
 * @param since - Unix time in milliseconds
 *
 * @example
 * import { listLostDomains } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * for (const { domain, status } of await listLostDomains(platform, Date.now() - 3_600_000)) console.log(domain, status);
 */
export async function listLostDomains(
  { db }: Pick<PlatformContext, "db">,
  since: number,
): Promise<readonly LostDomain[]> {
  const rows = await tablesOf(db)
    .selectFrom("site_domains")
    .select(["organization_id as organizationId", "site_id as siteId", "domain", "status", "missing_since"])
    .where("missing_since", ">=", since)
    .where((row) => row.or([row("status", "=", "failed"), row("checked_at", ">", row.ref("missing_since"))]))
    .orderBy("missing_since")
    .orderBy("domain")
    .limit(maxLost)
    .execute();
  return rows.map(({ missing_since, ...row }) => ({ ...row, since: missing_since ?? since }));
}

async function getSiteDomain({ db }: PlatformContext, siteId: string, domain: string): Promise<StoredDomain> {
  const row = await tablesOf(db)
    .selectFrom("site_domains")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("domain", "=", domain)
    .executeTakeFirst();
  return orNotFound(row, `domain ${domain} of site ${siteId}`);
}

async function check(context: DomainContext, resolveTxt: ResolveTxt, row: StoredDomain): Promise<void> {
  const name = proofNameOf(row.domain);
  const records = await resolveTxt(name).catch((error: unknown) => toFailure(error));
  const expected = proofOf(context, row.organization_id);
  if (typeof records === "string") {
    const problem = `DNS did not respond to the query for the TXT records of ${name} (${records}). Check again later.`;
    return await record(context, row, "unknown", problem);
  }
  if (!records.includes(expected)) {
    const problem = `${describeRecords(name, records)} Expected ${expected}.`;
    return await record(context, row, "missing", problem);
  }
  const isHeld = (organizationId: string): boolean =>
    organizationId === row.organization_id || records.includes(proofOf(context, organizationId));
  await record(context, row, "found", undefined, isHeld);
}

function describeRecords(name: string, records: readonly string[]): string {
  if (records.length === 0) return `Found no TXT record at ${name}.`;
  const shown = records.slice(0, maxShownRecords).map((text) => text.slice(0, maxShownCharacters));
  return `Found ${shown.join(" and ")} at ${name}.`;
}

/** Stores the result of a check. A domain with a new owner is taken from the site that has it. */
async function record(
  { db, now: readClock }: DomainContext,
  { site_id, domain }: StoredDomain,
  result: Exclude<DomainCheck, "held">,
  problem: string | undefined,
  isHeld: (organizationId: string) => boolean = () => false,
): Promise<void> {
  const now = readClock();
  await tablesOf(db)
    .transaction()
    .execute(async (transaction) => {
      // A no-op update to lock all claims of the domain, so that one at a time is verified.
      const claims = await transaction
        .updateTable("site_domains")
        .set({ domain })
        .where("domain", "=", domain)
        .returningAll()
        .execute();
      const own = claims.find((each) => each.site_id === site_id);
      // Removed meanwhile.
      if (own === undefined) return;
      const settle = async (claim: StoredDomain, check: DomainCheck, text: string | undefined) => {
        const state = {
          status: claim.status,
          createdAt: claim.created_at,
          missingSince: claim.missing_since,
        };
        const { status, missingSince, checkAt } = decideDomain(state, check, now);
        await transaction
          .updateTable("site_domains")
          .set({
            status,
            missing_since: missingSince,
            check_at: checkAt,
            checked_at: now,
            problem: text ?? null,
          })
          .where("site_id", "=", claim.site_id)
          .where("domain", "=", domain)
          .execute();
      };
      const holder = claims.find((each) => each.status === "verified" && each.site_id !== site_id);
      if (result !== "found" || holder === undefined) return await settle(own, result, problem);
      if (isHeld(holder.organization_id)) {
        const held = `${domain} is connected to another site. Remove it there, and check again.`;
        return await settle(own, "held", held);
      }
      await transaction
        .updateTable("site_domains")
        .set({
          status: "failed",
          missing_since: now,
          check_at: null,
          checked_at: now,
          problem: `The TXT record is gone, and ${domain} has a new owner.`,
        })
        .where("site_id", "=", holder.site_id)
        .where("domain", "=", domain)
        .execute();
      await settle(own, "found", undefined);
    });
}

function toFailure(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "no response";
}

function refused(code: "conflict" | "invalid_request", message: string): PlatformError {
  return new PlatformError(code, `domain: ${message}.`, [{ path: "domain", message }]);
}
