import { hashOfBundle } from "@plugboard/api";
import { limits } from "@plugboard/api/contract";
import type { Manifest, ManifestContract } from "@plugboard/manifest";
import { generateSecret } from "@plugboard/webhook-signer";
import { readStrings } from "../common/json.ts";
import { isIn, type OrganizationScope, requireOrganization } from "../access/may-call.ts";
import { findScriptGrant, requireGrantedScopes } from "../integrations/script-grants.ts";
import { PlatformError, type PlatformProblem } from "../common/platform-error.ts";
import { noProduct } from "../product/define-contract.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Integration } from "../integrations/integrations.ts";
import { runDocumentTask } from "../documents/run-document-task.ts";
import { readAssets } from "./published-assets.ts";
import { type PublishingContext, releaseVersion } from "./release-version.ts";
import type { NewVersion } from "./write-version.ts";

/** A publication. */
export interface Publication {
  readonly name: string;
  /** The text of `service-manifest.yaml`. */
  readonly manifest: string;
  /** The hosting URL. Either this or `bundle`. */
  readonly url?: string | undefined;
  /** The code for the platform to run: one ES module and its source map. */
  readonly bundle?: { readonly module: string; readonly sourceMap?: string | undefined } | undefined;
  /** Assets by their paths relative to the manifest. */
  readonly assets?: Readonly<Record<string, Uint8Array>> | undefined;
  /** Values of the manifest's `secrets`. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /**
   * The key that signs envelopes to the `url`. Required on first publication. A new key starts a rotation,
   * and the integration must already accept it. For a bundle the platform creates the key.
   */
  readonly signingSecret?: string | undefined;
  /** Publishing fails unless this is the current version. */
  readonly ifVersion?: number | undefined;
  /** The manifest's organization must be one of these. */
  readonly organizations?: OrganizationScope | undefined;
}

/** An integration that was just published. */
export interface PublishedIntegration extends Integration {
  /** Suggested improvements. */
  readonly warnings: readonly PlatformProblem[];
}

/**
 * Publishes an integration or a new version. It must first describe its handlers, at its URL or in the
 * runner; until then the previous version handles events. Re-enables endpoints that the delivery engine had
 * disabled. During a key rotation, envelopes are signed with the new and the previous key.
 *
 * @throws PlatformError `invalid_manifest` with every problem and its line, `invalid_request`, `forbidden`,
 * `precondition_failed` or `conflict` (another version was published meanwhile), `integration_unreachable` or
 * `integration_failed`
 *
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
  const allowInternalScopes = grant !== undefined;
  const source = { text: publication.manifest, allowInternalScopes, contract: contractOf(context) };
  const manifest = await runDocumentTask("acceptManifest", source);
  requireMatchingName(manifest, name);
  const secrets = selectSecrets(manifest, publication.secrets ?? {});
  const assets = readAssets(files);
  const organizationId = await findOrganization(context, manifest.organization, publication.organizations);
  requireGrantedScopes(context, { name, organizationId, scopes: manifest.scopes }, grant);
  const existing = await findKnown(context, name);
  if (existing !== undefined && existing.organizationId !== organizationId) {
    throw new PlatformError("forbidden", `The name ${name} is taken by another organization.`);
  }
  requireVersion(name, existing?.version, ifVersion);
  const version = {
    name,
    version: (existing?.version ?? 0) + 1,
    organizationId,
    manifest,
    assets,
    secrets,
    ...(await readSource(publication, existing)),
  };
  let warnings: readonly PlatformProblem[] = [];
  const integration = await releaseVersion(context, version, async (description) => {
    const isScript = publication.bundle !== undefined;
    const parts = { manifest: source, files, description, isScript };
    warnings = await runDocumentTask("comparePublication", parts);
  });
  return { ...integration, warnings };
}

/** Returns the names that manifests may use, without schemas, which a thread cannot receive. */
function contractOf({ product }: PlatformContext): ManifestContract {
  const { name, kinds, scopes = {}, events = {}, requests = {} } = product?.contract ?? noProduct;
  return {
    name,
    kinds: mapValues(kinds, () => ({})),
    scopes,
    events: mapValues(events, ({ scope }) => ({ scope })),
    requests: mapValues(requests, ({ scope }) => ({ scope })),
  };
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

/** @throws PlatformError `precondition_failed` if another version was published */
export function requireVersion(
  name: string,
  current: number | undefined,
  expected: number | undefined,
): void {
  if (expected === undefined || expected === current) return;
  const what = `Another version of ${name} was published. Review it, and publish again.`;
  throw new PlatformError("precondition_failed", what);
}

/** The state of a name, including removed integrations. */
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
      signing: readStrings(secretBox.decrypt(row.signing_secrets)),
      isScript: row.bundle_hash !== null,
    }
  );
}

type Source = Pick<NewVersion, "url" | "bundle" | "signing">;

/** Returns the source of a publication, and the secrets that sign its requests. */
async function readSource(
  { url, bundle, signingSecret }: Publication,
  existing: KnownIntegration | undefined,
): Promise<Source> {
  if ((url === undefined) === (bundle === undefined)) {
    const message = "set either the url that hosts the integration or the bundle to run";
    throw new PlatformError("invalid_request", message, [{ path: "url", message }]);
  }
  // A host knows its key, while the key of a script is known only to the platform: neither can be reused for
  // the other.
  const usable =
    existing !== undefined && existing.isScript === (bundle !== undefined) ? existing.signing : [];
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
    `The manifest names ${manifest.name}, but the request names ${name}.`,
  );
}

/** Returns the values of the secrets that the manifest declares, and drops others. */
export function selectSecrets(
  manifest: Manifest,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const declared = Object.keys(manifest.secrets ?? {});
  const missing = declared.filter((secret) => !Object.hasOwn(values, secret));
  if (missing.length > 0) {
    const problems: PlatformProblem[] = missing.map((secret) => ({
      path: `secrets.${secret}`,
      message: "is declared in the manifest but has no value",
    }));
    const message = `The manifest declares secrets that have no value: ${missing.join(", ")}. Pass them in \`secrets\`.`;
    throw new PlatformError("invalid_request", message, problems);
  }
  const selected = Object.fromEntries(Object.entries(values).filter(([secret]) => declared.includes(secret)));
  const bytes = Buffer.byteLength(JSON.stringify(selected));
  if (bytes <= limits.configurationBytes) return selected;
  throw new PlatformError(
    "payload_too_large",
    `The secrets have ${bytes} bytes as JSON. The limit is ${limits.configurationBytes} bytes.`,
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

function nextSigningSecrets(existing: readonly string[], newSecret: string | undefined): readonly string[] {
  const [current] = existing;
  if (newSecret !== undefined)
    return current === undefined || current === newSecret ? [newSecret] : [newSecret, current];
  if (current !== undefined) return existing;
  const message =
    "is required for the first publication. Set the same value as PLUGBOARD_SIGNING_SECRET of the integration.";
  throw new PlatformError("invalid_request", `signingSecret ${message}`, [
    { path: "signingSecret", message },
  ]);
}
