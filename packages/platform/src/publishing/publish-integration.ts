import { hashOfBundle } from "@plugboard/api";
import { limits } from "@plugboard/api/contract";
import type { Manifest } from "@plugboard/manifest";
import { generateSecret } from "@plugboard/webhook-signer";
import { readStrings } from "../common/json.ts";
import { isIn, type OrganizationScope, requireOrganization } from "../access/may-call.ts";
import { findScriptGrant, requireGrantedScopes } from "../integrations/script-grants.ts";
import { PlatformError, type PlatformProblem } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Integration } from "../integrations/integrations.ts";
import { runDocumentTask } from "../documents/run-document-task.ts";
import { readAssets } from "./published-assets.ts";
import { type PublishingContext, releaseVersion } from "./release-version.ts";
import type { NewVersion } from "./write-version.ts";

/** What a publisher hands in. */
export interface Publication {
  readonly name: string;
  /** Text of `service-manifest.yaml`. */
  readonly manifest: string;
  /** Where the integration is hosted. Either this or `bundle`. */
  readonly url?: string | undefined;
  /** The code that the platform runs: one ES module, and its source map. */
  readonly bundle?: { readonly module: string; readonly sourceMap?: string | undefined } | undefined;
  /** Files, by their paths relative to the manifest. */
  readonly assets?: Readonly<Record<string, Uint8Array>> | undefined;
  /** Values of the manifest's `secrets`, resolved by the publisher. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /**
   * The key envelopes to the `url` are signed with. Needed the first time; later, a new one starts a rotation, and the
   * integration has to accept it already. A bundle gets one made for it.
   */
  readonly signingSecret?: string | undefined;
  /** It is refused unless this is the published version. */
  readonly ifVersion?: number | undefined;
  /** The manifest's organization must be one of these, where they are given. */
  readonly organizations?: OrganizationScope | undefined;
}

/** An integration that was just published. */
export interface PublishedIntegration extends Integration {
  /** What may be better about it. */
  readonly warnings: readonly PlatformProblem[];
}

/**
 * Publishes an integration, or a new version of one. It must respond when it is asked what it handles, at its URL or in the
 * runner, before it gets its first event; until then the version before handles them. Where the delivery engine had given the
 * integration up, it gets another chance. During a rotation envelopes are signed with the new key and the one before it.
 *
 * @throws PlatformError `invalid_manifest` with every problem and its line, `invalid_request`, `forbidden`,
 * `precondition_failed` (somebody else published it since), `conflict` (or at the same time), `integration_unreachable` or
 * `integration_failed`
 * @example
 * import { publishIntegration, type Platform } from "@plugboard/platform";
 * import { readFile } from "node:fs/promises";
 *
 * declare const platform: Platform;
 * const { version } = await publishIntegration(platform, {
 *   name: "greeter",
 *   manifest: await readFile("service-manifest.yaml", "utf8"),
 *   bundle: { module: await readFile("dist/integration.mjs", "utf8") },
 * });
 * console.log(version);
 */
export async function publishIntegration(
  context: PublishingContext,
  publication: Publication,
): Promise<PublishedIntegration> {
  const { name, ifVersion, assets: files = {} } = publication;
  const grant = await findScriptGrant(context, name);
  const source = { text: publication.manifest, allowInternalScopes: grant !== undefined };
  const manifest = await runDocumentTask("acceptManifest", source);
  requireMatchingName(manifest, name);
  const secrets = selectSecrets(manifest, publication.secrets ?? {});
  const assets = readAssets(files);
  const organizationId = await findOrganization(context, manifest.organization, publication.organizations);
  requireGrantedScopes({ name, organizationId, scopes: manifest.scopes }, grant);
  const known = await findKnown(context, name);
  if (known !== undefined && known.organizationId !== organizationId) {
    throw new PlatformError("forbidden", `The name ${name} belongs to another organization.`);
  }
  requireVersion(name, known?.version, ifVersion);
  const version = {
    name,
    version: (known?.version ?? 0) + 1,
    organizationId,
    manifest,
    assets,
    secrets,
    ...(await readSource(publication, known)),
  };
  let warnings: readonly PlatformProblem[] = [];
  const integration = await releaseVersion(context, version, async (description) => {
    const isScript = publication.bundle !== undefined;
    const parts = { manifest: source, files, description, isScript };
    warnings = await runDocumentTask("comparePublication", parts);
  });
  return { ...integration, warnings };
}

/** @throws PlatformError `precondition_failed` when another version was published since */
export function requireVersion(
  name: string,
  current: number | undefined,
  expected: number | undefined,
): void {
  if (expected === undefined || expected === current) return;
  const what = `${name} was published since. Look at the version that is there now, and publish again.`;
  throw new PlatformError("precondition_failed", what);
}

/** What there is of a name, also where its integration was removed. */
interface KnownIntegration {
  readonly organizationId: string;
  readonly version: number;
  readonly signing: readonly string[];
  readonly isScript: boolean;
}

async function findKnown(
  { db, secretBox }: PlatformContext,
  name: string,
): Promise<KnownIntegration | undefined> {
  const row = await db
    .selectFrom("integrations")
    .innerJoin("integration_versions", (join) =>
      join
        .onRef("integration_versions.integration", "=", "integrations.name")
        .onRef("integration_versions.version", "=", "integrations.version"),
    )
    .select(["integrations.organization_id", "integrations.version", "signing_secrets", "bundle_hash"])
    .where("name", "=", name)
    .executeTakeFirst();
  return (
    row && {
      organizationId: row.organization_id,
      version: row.version,
      signing: readStrings(secretBox.open(row.signing_secrets)),
      isScript: row.bundle_hash !== null,
    }
  );
}

type Source = Pick<NewVersion, "url" | "bundle" | "signing">;

/** What a publication is called at, and the secrets that requests to it are signed with. */
async function readSource(
  { url, bundle, signingSecret }: Publication,
  known: KnownIntegration | undefined,
): Promise<Source> {
  if ((url === undefined) === (bundle === undefined)) {
    const message = "give either the url where the integration is hosted, or the bundle to run";
    throw new PlatformError("invalid_request", message, [{ path: "url", message }]);
  }
  // Whoever hosts an integration knows its key, and nobody knows that of a script: neither is of use to the other.
  const usable = known !== undefined && known.isScript === (bundle !== undefined) ? known.signing : [];
  if (bundle === undefined) return { url, signing: nextSigningSecrets(usable, signingSecret) };
  const encode = (text: string) => new TextEncoder().encode(text);
  const sourceMap = bundle.sourceMap === undefined ? undefined : encode(bundle.sourceMap);
  const script = { module: encode(bundle.module), sourceMap };
  const signing = usable.length > 0 ? usable : [generateSecret()];
  return { bundle: { hash: await hashOfBundle(script), script }, signing };
}

function requireMatchingName(manifest: Manifest, name: string): void {
  if (manifest.name === name) return;
  throw new PlatformError(
    "invalid_request",
    `The manifest is of ${manifest.name}, but the request names ${name}.`,
  );
}

/** The values of the secrets that the manifest declares; others are not kept. */
export function selectSecrets(
  manifest: Manifest,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const declared = Object.keys(manifest.secrets ?? {});
  const problems: PlatformProblem[] = declared
    .filter((secret) => !Object.hasOwn(values, secret))
    .map((secret) => ({
      path: `secrets.${secret}`,
      message: "is declared in the manifest but has no value",
    }));
  if (problems.length > 0) {
    throw new PlatformError("invalid_request", "Secrets of the manifest are missing.", problems);
  }
  const kept = Object.fromEntries(Object.entries(values).filter(([secret]) => declared.includes(secret)));
  const bytes = Buffer.byteLength(JSON.stringify(kept));
  if (bytes <= limits.configurationBytes) return kept;
  throw new PlatformError(
    "payload_too_large",
    `The secrets have ${bytes} bytes as JSON, and at most ${limits.configurationBytes} fit into what the integration is sent.`,
  );
}

async function findOrganization(
  { db }: PlatformContext,
  idOrSubdomain: string,
  scope: OrganizationScope = { allowed: undefined, forbidden: [] },
): Promise<string> {
  const row = await db
    .selectFrom("organizations")
    .select("id")
    .where((where) => where.or([where("id", "=", idOrSubdomain), where("subdomain", "=", idOrSubdomain)]))
    .executeTakeFirst();
  if (row !== undefined && isIn(scope, row.id)) {
    requireOrganization(scope, row.id);
    return row.id;
  }
  const message = `There is no organization with the id or subdomain ${idOrSubdomain}.`;
  throw new PlatformError("invalid_request", message, [{ path: "manifest.organization", message }]);
}

function nextSigningSecrets(known: readonly string[], given: string | undefined): readonly string[] {
  const [current] = known;
  if (given !== undefined) return current === undefined || current === given ? [given] : [given, current];
  if (current !== undefined) return known;
  const message =
    "is needed the first time. Give the same one to the integration as PLUGBOARD_SIGNING_SECRET.";
  throw new PlatformError("invalid_request", `signingSecret ${message}`, [
    { path: "signingSecret", message },
  ]);
}
