import { createHash } from "node:crypto";
import type { ScriptSources } from "@plugboard/api/client";
import { grantedSources, readScriptSources } from "@plugboard/api/contract";
import {
  PlatformError,
  type DispatchContext,
  dispatchRequest,
  type PlatformContext,
  getInstallation,
  findResourceInstallation,
} from "@plugboard/platform";
import { grantedScopes, findScriptGrant, getInstalled } from "@plugboard/platform/product";
import { tablesOf } from "../database/tables-of.ts";
import { requestScopes } from "../events/content-request.ts";
import type { ContentScope } from "../events/content-scopes.ts";

/** A script that an integration adds to the pages of a site. */
export interface SiteScript {
  readonly installationId: string;
  /** Changes with the integration's version and settings, so that scripts can be cached by it. */
  readonly hash: string;
  /** Whether it uses cookies. Visitors are asked for consent first. */
  readonly usesCookies: boolean;
  /**
   * The sources that its pages can load: the manifest's `contentSecurityPolicy`, limited to the
   * operator's grant.
   */
  readonly sources: ScriptSources;
}

/**
 * Returns the scripts of a site, from every integration that is active there, declares `site:script:inject`,
 * handles `fetch_published_script` and has the operator's grant.
 *
 * @example
 * import { listSiteScripts } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * for (const { installationId, hash } of await listSiteScripts(platform, "sit_1")) console.log(installationId, hash);
 */
export async function listSiteScripts(
  context: PlatformContext,
  siteId: string,
): Promise<readonly SiteScript[]> {
  const rows = await tablesOf(context.db)
    .selectFrom("resource_installations as location")
    .innerJoin("installations as installation", "installation.id", "location.installation_id")
    .innerJoin("script_grants as grant", "grant.integration", "installation.integration")
    .select("installation.id")
    .where("location.resource_kind", "=", "site")
    .where("location.resource_id", "=", siteId)
    .where("location.status", "=", "active")
    .where("location.deleted_at", "is", null)
    .where("installation.status", "=", "active")
    .where("installation.deleted_at", "is", null)
    .orderBy("installation.id")
    .execute();
  const scripts = await Promise.all(rows.map(({ id }) => describeScript(context, siteId, id)));
  return scripts.filter((script) => script !== undefined);
}

async function describeScript(
  context: PlatformContext,
  siteId: string,
  installationId: string,
): Promise<SiteScript | undefined> {
  const installation = await getInstallation(context, installationId);
  const integration = await getInstalled(context, installation);
  const location = await findResourceInstallation(context, installationId, "site", siteId);
  const grant = await findScriptGrant(context, integration.name);
  const { manifest, description, organizationId, version } = integration;
  if (location === undefined || grant?.organization !== organizationId) return undefined;
  if (!description.requests?.includes("fetch_published_script")) return undefined;
  const holds = (scope: ContentScope) =>
    grantedScopes(manifest, installation).includes(scope) && grant.scopes.includes(scope);
  if (!holds(requestScopes.fetch_published_script)) return undefined;
  const state = [installationId, version, integration.updatedAt, installation.updatedAt, location.updatedAt];
  return {
    installationId,
    hash: createHash("sha256").update(state.join(" ")).digest("hex").slice(0, 16),
    usesCookies: holds("site:script:cookies"),
    sources: grantedSources(
      manifest.contentSecurityPolicy === undefined
        ? undefined
        : readScriptSources(manifest.contentSecurityPolicy).sources,
      grant.sources ?? {},
    ),
  };
}

/** The text of a script, and how long it can be cached. */
export interface PublishedScript {
  readonly text: string;
  readonly maxAgeSeconds: number;
}

const maxScriptBytes = 512 * 1024;
const maxMaxAgeSeconds = 24 * 3600;
const defaultMaxAgeSeconds = 300;

/**
 * Fetches an integration's script for a site.
 *
 * @throws PlatformError `not_found`, `forbidden`, `integration_unreachable`, or `integration_failed` if the
 * response is not a script or exceeds 512 KiB
 *
 * @example
 * import { fetchSiteScript } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { text } = await fetchSiteScript(platform, { siteId: "sit_1", installationId: "ins_1" });
 * console.log(text.length);
 */
export async function fetchSiteScript(
  context: DispatchContext,
  { siteId, installationId }: { readonly siteId: string; readonly installationId: string },
): Promise<PublishedScript> {
  const { status, headers, body } = await dispatchRequest(context, {
    type: "fetch_published_script",
    siteId,
    installationId,
  });
  // An integration responds with 204 if it has no script for this site.
  if (status === 204) return { text: "", maxAgeSeconds: defaultMaxAgeSeconds };
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  const isScript = type === "application/javascript" || type === "text/javascript";
  if (status !== 200 || !isScript || body.length > maxScriptBytes) {
    const what = status === 200 ? `${type ?? "no type"} of ${body.length} bytes` : `status ${status}`;
    throw new PlatformError(
      "integration_failed",
      `Installation ${installationId} responded with ${what} instead of a script. It must be JavaScript of at most ${maxScriptBytes} bytes.`,
    );
  }
  return { text: new TextDecoder().decode(body), maxAgeSeconds: maxAgeOf(headers) };
}

function maxAgeOf(headers: Headers): number {
  const cacheControl = headers.get("cache-control") ?? "";
  if (/\bno-(?:store|cache)\b/.test(cacheControl)) return 0;
  const maxAge = /\bmax-age=(\d{1,9})\b/.exec(cacheControl)?.[1];
  return maxAge === undefined ? defaultMaxAgeSeconds : Math.min(Number(maxAge), maxMaxAgeSeconds);
}
