import { randomBytes } from "node:crypto";
import { operationsOf } from "@plugboard/api/contract";
import { parseManifest, type Manifest } from "@plugboard/manifest";
import {
  authenticateToken,
  createApi,
  createPlatform,
  createPublicEndpoints,
  createRunner,
  createSecretBox,
  changeStatus,
  installIntegration,
  installIntoResource,
  type Contract,
  type Platform,
  type PlatformStorage,
  publishIntegration,
  updateInstallation,
  updateScriptGrant,
} from "@plugboard/platform";
import { openSqliteStorage } from "@plugboard/platform/sqlite";
import type { Integration, LogLine } from "@plugboard/runtime";
import { generateSecret } from "@plugboard/webhook-signer";
import { content, insertFirstPages, tablesOf } from "@plugboard/content";
import { type EnvelopeRecord, recordRequest } from "../recording/envelope-record.ts";
import { createNetwork } from "./create-network.ts";
import { createInProcessRunner, type Dispatched } from "./in-process-runner.ts";
import type { Network } from "./network.ts";
import type { TestedProduct } from "./product-test-platform.ts";
import { type ApiCall, recordApiCalls } from "./record-api-calls.ts";
import { testIds, testUrls } from "./test-ids.ts";
import type { TestInstallation, TestPlatformOptions } from "./test-platform-options.ts";
import { createTestWebhooks } from "./test-webhooks.ts";

/** A dispatch with the integration's activity. */
export interface RecordedDispatch extends Dispatched {
  readonly logs: readonly LogLine[];
  readonly apiCalls: readonly ApiCall[];
}

/** The in-memory platform with the integration and its activity so far. */
export interface World {
  readonly platform: Platform;
  readonly storage: PlatformStorage;
  readonly manifest: Manifest;
  readonly network: Network;
  readonly installationId: string;
  /** The IDs of the resources that the integration is installed in, by kind. */
  readonly resources: Readonly<Record<string, string | undefined>>;
  readonly signingSecret: string;
  /** The administrator's bearer token. */
  readonly administrator: string;
  /** The platform's time (Unix ms). Only tests change it. */
  readonly clock: { time: number };
  readonly apiCalls: readonly ApiCall[];
  readonly logs: readonly LogLine[];
  readonly dispatches: readonly RecordedDispatch[];
  readonly records: readonly Promise<EnvelopeRecord>[];
}

/** The product of a test platform, for any contract. */
export type AnyTestedProduct = Omit<TestedProduct<Contract>, "seed"> & {
  readonly seed: (platform: Platform, organizationId: string) => Promise<World["resources"]>;
};

/** Creates a platform with the integration installed and no events queued. */
export async function openWorld(
  integration: Integration,
  options: TestPlatformOptions,
  tested?: AnyTestedProduct,
): Promise<World> {
  const product = tested?.product ?? content;
  const { manifest: source } = options;
  const contract: Contract = product.contract;
  const manifest =
    typeof source === "string" ? parseManifest(source, { allowInternalScopes: true, contract }) : source;
  const clock = { time: options.startsAt ?? Date.now() };
  const now = () => clock.time;
  const apiCalls: ApiCall[] = [];
  const logs: LogLine[] = [];
  const dispatches: RecordedDispatch[] = [];
  const records: Promise<EnvelopeRecord>[] = [];
  const administrator = generateSecret();
  const bearer = `Bearer ${administrator}`;
  const signingSecret = generateSecret();
  const errors: unknown[] = [];

  const features = [...(product.features ?? []), ...(tested?.features ?? [])];
  const network = createNetwork({
    api: recordApiCalls(
      (request) => api.fetch(request),
      [
        ...operationsOf(product.contract),
        ...features.flatMap((feature) => Object.values(feature.operations)),
      ],
      (call, authorization) => {
        // The test's own calls don't count as the integration's.
        if (authorization !== bearer) apiCalls.push(call);
      },
    ),
    publicEndpoints: (request) => publicEndpoints.fetch(request),
    services: options.services ?? {},
  });
  let seen = { logs: 0, calls: 0 };
  const runner = createInProcessRunner({
    integration,
    network,
    now,
    onRequest: (request) => {
      seen = { logs: logs.length, calls: apiCalls.length };
      records.push(recordRequest(request, now()));
    },
    onLog: (line) => void logs.push(line),
    onDispatched: (dispatched) =>
      void dispatches.push({
        ...dispatched,
        logs: logs.slice(seen.logs),
        apiCalls: apiCalls.slice(seen.calls),
      }),
  });
  const secretBox = createSecretBox(randomBytes(32));
  const storage = await openSqliteStorage({ folder: ":memory:", secretBox, product, now });
  const platform = await createPlatform({
    ...storage,
    product,
    secretBox,
    runner: createRunner({ urls: runner }),
    urls: testUrls,
    webhooks: createTestWebhooks(network, now),
    now,
  });
  const onError = (error: unknown): void => void errors.push(error);
  const api = createApi(platform, {
    authenticate: async (request) => {
      const authorization = request.headers.get("authorization") ?? "";
      if (authorization === bearer) return { type: "admin" };
      return await authenticateToken(platform, authorization.replace("Bearer ", ""));
    },
    features: tested?.features,
    onError,
  });
  const publicEndpoints = createPublicEndpoints(platform, { onError });

  await seedOrganization(storage, manifest);
  if (tested === undefined) await seedContent(storage, options, now());
  const resources: World["resources"] =
    tested === undefined
      ? { space: testIds.space, site: testIds.site }
      : await tested.seed(platform, testIds.organization);
  // Grants internal scopes, like an operator who tries the integration.
  const scopes = manifest.scopes.filter((scope) => contract.scopes?.[scope]?.internal === true);
  if (scopes.length > 0)
    await updateScriptGrant(platform, manifest.name, { organization: testIds.organization, scopes });
  await publishIntegration(platform, {
    name: manifest.name,
    manifest: typeof source === "string" ? source : JSON.stringify(source),
    url: testUrls.integration,
    secrets: options.secrets ?? {},
    signingSecret,
  });
  const installationId = await install(platform, options, manifest);
  if (tested === undefined) await installInContent(platform, installationId, manifest, options, storage);
  for (const [kind, id] of Object.entries(tested === undefined ? {} : resources))
    if (id !== undefined) await installIntoResource(platform, installationId, kind, id);
  await changeInitialStatus(platform, storage, installationId, options);
  await storage.database
    .updateTable("events")
    .set({ fanned_out_at: now() })
    .where("fanned_out_at", "is", null)
    .execute();
  for (const list of [records, logs, apiCalls, dispatches]) list.length = 0;
  return {
    platform,
    storage,
    manifest,
    network,
    installationId,
    resources,
    signingSecret,
    administrator,
    clock,
    apiCalls,
    logs,
    dispatches,
    records,
  };
}

async function seedOrganization(
  { database }: PlatformStorage,
  { organization: subdomain }: Manifest,
): Promise<void> {
  await database
    .insertInto("organizations")
    .values({ id: testIds.organization, title: "Organization", subdomain })
    .execute();
}

async function seedContent(
  { database }: PlatformStorage,
  { pages = [{ id: testIds.page, title: "Welcome", markdown: "# Welcome\n" }] }: TestPlatformOptions,
  now: number,
): Promise<void> {
  const { organization: organization_id, space: space_id, site } = testIds;
  const db = tablesOf(database);
  await db
    .insertInto("spaces")
    .values({ id: space_id, organization_id, title: "Docs", visibility: "public" })
    .execute();
  await db
    .insertInto("sites")
    .values({ id: site, organization_id, space_id, slug: "docs", title: "Docs" })
    .execute();
  for (const [position, { id, title, markdown, updatedAt = now }] of pages.entries()) {
    const page = {
      id,
      slug: id,
      organization_id,
      space_id,
      title,
      markdown,
      position,
      updated_at: updatedAt,
    };
    await insertFirstPages(db, [{ ...page, revision_id: `revision_${position + 1}` }]);
  }
}

async function install(
  platform: Platform,
  options: TestPlatformOptions,
  manifest: Manifest,
): Promise<string> {
  const { id: installationId } = await installIntegration(platform, manifest.name, testIds.organization);
  await updateInstallation(platform, { installationId, kind: "organization" }, editOf(options.installation));
  return installationId;
}

/** The configuration can include values the integration stored before the test. */
function editOf({ configuration, externalIds }: TestInstallation = {}) {
  return { configuration, externalIds, byIntegration: true };
}

async function installInContent(
  platform: Platform,
  installationId: string,
  manifest: Manifest,
  options: TestPlatformOptions,
  { database }: PlatformStorage,
): Promise<void> {
  for (const kind of ["space", "site"] as const) {
    if (manifest.target !== undefined && manifest.target !== "all" && manifest.target !== kind) continue;
    const resourceId = testIds[kind];
    await installIntoResource(platform, installationId, kind, resourceId);
    await updateInstallation(platform, { installationId, kind, resourceId }, editOf(options[kind]));
    const status = options[kind]?.status;
    if (status !== undefined)
      await database
        .updateTable("resource_installations")
        .set({ status })
        .where("resource_kind", "=", kind)
        .execute();
  }
}

async function changeInitialStatus(
  platform: Platform,
  { database }: PlatformStorage,
  installationId: string,
  { installation: { status } = {} }: TestPlatformOptions,
): Promise<void> {
  if (status === "paused") await changeStatus(platform, installationId, "pause");
  else if (status !== undefined) await database.updateTable("installations").set({ status }).execute();
}
