import { type Manifest, ManifestError, parseManifest } from "@plugboard/manifest";
import { isIn, type OrganizationScope, requireOrganization } from "../access/may-call.ts";
import { enableIntegrationEndpoint } from "../endpoints/follow-installation.ts";
import { listInstallations } from "../installations/installations.ts";
import { describeIntegration } from "../dispatch/call-integration.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import type { IntegrationTable } from "../database/tables.ts";
import {
  findIntegration,
  getIntegration,
  type Integration,
  openIntegrationSecrets,
} from "../integrations/integrations.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { PlatformError, type PlatformProblem } from "../common/platform-error.ts";

/** What a publisher hands in. */
export interface Publication {
  readonly name: string;
  /** Text of `service-manifest.yaml`. */
  readonly manifest: string;
  readonly url: string;
  /** Values of the manifest's `secrets`, resolved by the publisher. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** The key envelopes are signed with. Needed the first time; later, a new one starts a rotation. */
  readonly signingSecret?: string | undefined;
  /** It is refused unless this is the published version. */
  readonly ifVersion?: number | undefined;
  /** The manifest's organization must be one of these, where they are given. */
  readonly organizations?: OrganizationScope | undefined;
}

/**
 * Publishes an integration, or a new version of one. It must respond to a signed `GET /v1` at its URL, so that the platform
 * knows what it handles. Where the delivery engine had given the integration up, it gets another chance. During a rotation envelopes are signed with the new key and the one before it.
 *
 * @throws PlatformError `invalid_manifest` with every problem and its line, `invalid_request`, `forbidden`,
 * `precondition_failed` (somebody else published it since), `conflict` (or at the same time), `integration_unreachable` or
 * `integration_failed`
 * @example
 * import { publishIntegration, type Platform } from "@plugboard/platform";
 * import { readFile } from "node:fs/promises";
 * import { generateSecret } from "@plugboard/webhook-signer";
 *
 * declare const platform: Platform;
 * const { version } = await publishIntegration(platform, {
 *   name: "greeter",
 *   manifest: await readFile("service-manifest.yaml", "utf8"),
 *   url: "https://greeter.example.com",
 *   signingSecret: generateSecret(),
 * });
 * console.log(version);
 */
export async function publishIntegration(
  context: PlatformContext & Pick<DispatchContext, "runner">,
  publication: Publication,
): Promise<Integration> {
  const { name, url, secrets: values = {}, ifVersion } = publication;
  const manifest = readManifest(publication.manifest);
  requireMatchingName(manifest, name);
  const secrets = selectSecrets(manifest, values);
  const organizationId = await findOrganization(context, manifest.organization, publication.organizations);
  const known = await findIntegration(context, name, { removed: true });
  if (known !== undefined && known.organizationId !== organizationId) {
    throw new PlatformError("forbidden", `The name ${name} belongs to another organization.`);
  }
  if (ifVersion !== undefined && ifVersion !== known?.version) {
    throw new PlatformError(
      "precondition_failed",
      `${name} was published since. Look at the version that is there now, and publish again.`,
    );
  }
  const signing = nextSigningSecrets(
    known === undefined ? [] : openIntegrationSecrets(context, known).signing,
    publication.signingSecret,
  );
  const version = (known?.version ?? 0) + 1;
  const description = await describeIntegration(context.runner, {
    name,
    version,
    url,
    signingSecrets: signing,
  });
  await writeIntegration(context, name, version, {
    organization_id: organizationId,
    manifest: publication.manifest,
    url,
    description: JSON.stringify(description),
    signing_secrets: context.secretBox.seal(JSON.stringify(signing)),
    secrets: context.secretBox.seal(JSON.stringify(secrets)),
  });
  for (const { id } of await listInstallations(context, { integration: name }))
    await enableIntegrationEndpoint(context, id);
  return await getIntegration(context, name);
}

function readManifest(text: string): Manifest {
  try {
    return parseManifest(text, { file: "service-manifest.yaml" });
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    const problems = error.issues.map(({ line, column, message }) => ({
      path: `manifest:${line}:${column}`,
      message,
    }));
    throw new PlatformError("invalid_manifest", error.message, problems);
  }
}

function requireMatchingName(manifest: Manifest, name: string): void {
  if (manifest.name === name) return;
  throw new PlatformError(
    "invalid_request",
    `The manifest is of ${manifest.name}, but the request names ${name}.`,
  );
}

/** The values of the secrets that the manifest declares; others are not kept. */
function selectSecrets(manifest: Manifest, values: Readonly<Record<string, string>>): Record<string, string> {
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
  return Object.fromEntries(Object.entries(values).filter(([secret]) => declared.includes(secret)));
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

type PublishedColumns = Omit<
  IntegrationTable,
  "name" | "version" | "created_at" | "updated_at" | "removed_at"
>;

/** Writes the version, unless somebody else published one since the publication was decided on. */
async function writeIntegration(
  { db, now }: PlatformContext,
  name: string,
  version: number,
  columns: PublishedColumns,
): Promise<void> {
  const row = { ...columns, version, updated_at: now(), removed_at: null };
  const written = await db
    .insertInto("integrations")
    .values({ ...row, name, created_at: row.updated_at })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet(row)
        .where("integrations.version", "=", version - 1),
    )
    .executeTakeFirst();
  if (written.numInsertedOrUpdatedRows !== 0n) return;
  throw new PlatformError(
    "conflict",
    `Somebody else published ${name} at the same time. Look at the version that is there now, and publish again.`,
  );
}
