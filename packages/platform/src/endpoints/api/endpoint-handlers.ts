import type { Principal } from "../../access/principal.ts";
import { dayMilliseconds } from "../../common/durations.ts";
import { isCustomEventType } from "@plugboard/api";
import type {
  EndpointEventType,
  EndpointStatisticsQuery,
  EndpointStatisticsResource,
  IntegrationEndpointResource,
  Page,
  PageQuery,
  RecoveryCount,
  RecoveryCreation,
  RecoveryResource,
  RecoverySelection,
  WebhookEndpoint,
  WebhookEndpointSecrets,
} from "@plugboard/api/client";
import { integrationEndpointOperations, webhookEndpointOperations } from "@plugboard/api/contract";
import { pollWebhookEndpoint } from "@plugboard/api/routes";
import { type Endpoint, type Recovery, type RecoveryInput } from "@plugboard/webhook-delivery";
import { createIdFromKey } from "../../common/create-id.ts";
import type { PlatformUrls } from "../../common/platform-urls.ts";
import { orNotFound, PlatformError } from "../../common/platform-error.ts";
import { endpointStatus, readHealth } from "../read-health.ts";
import { latencyPercentiles } from "../latency-percentiles.ts";
import { enableIntegrationEndpoint } from "../follow-installation.ts";
import { listDestinations } from "../list-destinations.ts";
import { endpointKinds, listEndpoints } from "../list-endpoints.ts";
import { sumDays } from "../sum-days.ts";
import { verifyEndpoint } from "../verify-endpoint.ts";
import { replayEvents } from "../../delivery/replay-events.ts";
import { requireVisible } from "../../database/visible-event-types.ts";
import { sendTestEvent } from "../send-test-event.ts";
import {
  type EndpointSecret,
  liveSecrets,
  rotateEndpointSecret,
  verificationKeyOf,
} from "../endpoint-secrets.ts";
import { showEndpointOptions } from "../change-endpoint-options.ts";
import { readEndpointMetadata } from "../endpoint-metadata.ts";
import {
  createWebhookEndpoint,
  endpointEventTypes,
  holds,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  usesEd25519,
} from "../webhook-endpoints.ts";
import { findUsableEventTypes } from "../../events/custom-event-types.ts";
import { getInstallation, requireInstalledIn } from "../../installations/installations.ts";
import { listWebhookEvents } from "../../product/event-declarations.ts";
import { idFieldOf, type NamedResource, namedResources } from "../../resources/product-ref.ts";
import { getInstalled } from "../../integrations/integrations.ts";
import type { Platform } from "../../operations/platform.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { limitOf, numberKey, paginate, showPage } from "../../operations/paginate.ts";
import { isoTime, optionalIsoTime } from "../../common/iso-time.ts";

export const webhookEndpointFeature: Feature = defineFeature(webhookEndpointOperations, (platform) => {
  const find = ({ installationId, endpointId }: { installationId: string; endpointId: string }) =>
    getWebhookEndpoint(platform, installationId, endpointId);
  const toWebhookEndpoint = async (endpoint: Endpoint): Promise<WebhookEndpoint> => ({
    ...toEndpointResource(platform, endpoint),
    health: await readHealth(platform, endpoint),
  });
  return {
    listWebhookEndpoints: async ({ params: { installationId: tenant }, query: { channel, ...query } }) => {
      if (channel !== undefined) {
        const endpoints = await listEndpoints(platform, tenant, endpointKinds.webhook);
        const naming = endpoints.filter(({ channels }) => channels?.includes(channel) === true);
        const { items, next } = paginate(naming, ({ id }) => id, query);
        return { items: await Promise.all(items.map(toWebhookEndpoint)), next };
      }
      const { items, cursor: next } = await platform.deliveries.listEndpoints({
        ...query,
        tenant,
        kind: endpointKinds.webhook,
        limit: limitOf(query),
      });
      return { items: await Promise.all(items.map(toWebhookEndpoint)), next };
    },
    getDestinationTypes: async () => ({
      types: listDestinations(platform.webhooks.destinations).map((destination) => ({
        ...destination,
        inPortal: platform.portalDestinations.has(destination.type),
      })),
    }),
    createWebhookEndpoint: async ({ params: { installationId }, body, idempotencyKey, caller }) => {
      requirePortalDestination(platform, caller, body.destination?.type);
      const resources = namedResources(platform.product, body);
      requireOneResource(resources);
      await requireInstalledIn(platform, installationId, resources);
      await requireEventTypes(platform, installationId, body.eventTypes);
      await requireTransformer(platform, installationId, body);
      const id = createIdFromKey("whe", installationId, idempotencyKey, platform.now());
      const endpoint = await createWebhookEndpoint(platform, installationId, {
        ...body,
        id,
        resource: resources[0],
      });
      // A repeated idempotency key returns the existing endpoint.
      requireVisible(endpoint.eventTypes);
      return await toWebhookEndpoint(endpoint);
    },
    getWebhookEndpoint: async ({ params }) => await toWebhookEndpoint(await find(params)),
    updateWebhookEndpoint: async ({ params, body, caller }) => {
      const endpoint = await find(params);
      if (body.url !== undefined || body.destination !== undefined)
        requirePortalDestination(platform, caller, endpoint.options?.destination?.type);
      const added = body.eventTypes?.filter((type) => !endpoint.eventTypes.includes(type)) ?? [];
      await requireEventTypes(platform, params.installationId, added);
      await requireTransformer(platform, params.installationId, body);
      await updateWebhookEndpoint(platform, endpoint, body);
      return await toWebhookEndpoint(await find(params));
    },
    deleteWebhookEndpoint: async ({ params }) => {
      const { id } = await find(params);
      await platform.deliveries.deleteEndpoint(id);
    },
    getWebhookEndpointSecrets: async ({ params }) =>
      toEndpointSecrets(liveSecrets(await find(params), platform.now())),
    rotateWebhookEndpointSecret: async ({ params, body }) => {
      const rotated = await rotateEndpointSecret(platform, await find(params), body.overlapSeconds);
      return toEndpointSecrets(liveSecrets(rotated, platform.now()));
    },
    sendTestEvent: async ({ params, body, idempotencyKey, spend }) => {
      const endpoint = await find(params);
      const { integration: key, organizationId } = await getInstallation(platform, params.installationId);
      await spend({ policy: platform.quotas.testEvents, key, what: `test events of ${key}` });
      const expiresAt = body.expiresAt === undefined ? undefined : Date.parse(body.expiresAt);
      return await sendTestEvent(platform, endpoint, { ...body, expiresAt, idempotencyKey, organizationId });
    },
    replayEvents: async ({ params, body }) => await replayEvents(platform, await find(params), body),
    verifyWebhookEndpoint: async ({ params, spend }) => {
      const endpoint = await find(params);
      const { integration: key } = await getInstallation(platform, params.installationId);
      await spend({ policy: platform.quotas.testEvents, key, what: `test events of ${key}` });
      const secrets = liveSecrets(endpoint, platform.now()).map(({ secret }) => secret);
      await verifyEndpoint(platform, platform.webhooks, { ...endpoint, secrets });
      return await toWebhookEndpoint(await find(params));
    },
    probeWebhookEndpoint: async ({ params }) => {
      const { id } = await find(params);
      await platform.deliveries.probeEndpoint(id);
    },
    pauseWebhookEndpoint: async ({ params }) => {
      const endpoint = await find(params);
      requireStatus(endpoint, "enabled");
      await updateWebhookEndpoint(platform, endpoint, { status: "paused" });
      return await toWebhookEndpoint(await find(params));
    },
    resumeWebhookEndpoint: async ({ params }) => {
      const endpoint = await find(params);
      requireStatus(endpoint, "paused");
      await updateWebhookEndpoint(platform, endpoint, { status: "enabled" });
      return await toWebhookEndpoint(await find(params));
    },
    getWebhookEndpointStatistics: async ({ params, query }) =>
      await readStatistics(platform, await find(params), query),
    listWebhookEndpointRecoveries: async ({ params, query }) =>
      await listRecoveries(platform, await find(params), query),
    countWebhookEndpointRecovery: async ({ params, body }) =>
      await countRecovery(platform, await find(params), body),
    startWebhookEndpointRecovery: async ({ params, body, idempotencyKey }) =>
      await startRecovery(platform, await find(params), body, idempotencyKey),
    getWebhookEndpointRecovery: async ({ params }) =>
      toRecoveryResource(await findRecovery(platform, await find(params), params.recoveryId)),
    cancelWebhookEndpointRecovery: async ({ params }) =>
      await cancelRecovery(platform, await find(params), params.recoveryId),
  };
});

/**
 * Checks that the platform or its product has the types, and that custom types are defined and not archived. A wildcard can be used before any type that it
 * matches is defined.
 *
 * @throws PlatformError `invalid_request`, `forbidden` for types that a portal session does not include
 */
async function requireEventTypes(
  platform: Platform,
  installationId: string,
  types: readonly EndpointEventType[],
): Promise<void> {
  // First, because the other messages tell which types exist.
  requireVisible(types);
  const own = new Set(listWebhookEvents(platform.product).map(([type]) => type));
  const unknown = types.findIndex((type) => !isCustomEventType(type) && !own.has(type));
  if (unknown >= 0) {
    const path = `eventTypes.${unknown}`;
    const message = `must be ${[...own].join(", ")}, a type that the organization defined, as in invoice.paid, or a wildcard, as in invoice.*`;
    throw new PlatformError("invalid_request", `${path}: ${message}.`, [{ path, message }]);
  }
  const custom = types.filter((type) => isCustomEventType(type) && !type.endsWith(".*"));
  if (custom.length === 0) return;
  const { organizationId } = await getInstallation(platform, installationId);
  const { whyNot } = await findUsableEventTypes(platform, organizationId, custom);
  const why = custom.map(whyNot).find((each) => each !== undefined);
  if (why === undefined) return;
  throw new PlatformError("invalid_request", `eventTypes: ${why}.`, [{ path: "eventTypes", message: why }]);
}

/** @throws PlatformError `forbidden` for a portal session and a destination that only members can use */
function requirePortalDestination(
  { portalDestinations }: Platform,
  caller: Principal,
  type: string | undefined,
): void {
  if (caller.type !== "portal" || type === undefined || portalDestinations.has(type)) return;
  throw new PlatformError(
    "forbidden",
    `Portal sessions can't set up endpoints with the destination ${type}. They can set up HTTP endpoints.`,
  );
}

/** Checks that the integration can transform payloads. @throws PlatformError `invalid_request` */
async function requireTransformer(
  platform: Platform,
  installationId: string,
  { transform }: { readonly transform?: boolean | undefined },
): Promise<void> {
  if (transform !== true) return;
  const installation = await getInstallation(platform, installationId);
  const { name, version, description } = await getInstalled(platform, installation);
  if (description.requests?.includes("fetch_webhook_payload") === true) return;
  const message = `needs an integration that handles fetch_webhook_payload; version ${version} of ${name} does not`;
  throw new PlatformError("invalid_request", `transform: ${message}.`, [{ path: "transform", message }]);
}

export const integrationEndpointFeature: Feature = defineFeature(
  integrationEndpointOperations,
  (platform) => {
    // The endpoint is created with the first event.
    const find = async ({ installationId }: { installationId: string }): Promise<Endpoint> =>
      orNotFound(
        await platform.deliveries.getEndpoint(installationId),
        `delivery to the integration of installation ${installationId} yet`,
      );
    return {
      getIntegrationEndpoint: async ({ params }) => toIntegrationEndpoint(await find(params)),
      updateIntegrationEndpoint: async ({ params }) => {
        const { id } = await find(params);
        await enableIntegrationEndpoint(platform, id);
        return toIntegrationEndpoint(await find(params));
      },
      probeIntegrationEndpoint: async ({ params }) => {
        const { id } = await find(params);
        await platform.deliveries.probeEndpoint(id);
      },
      getIntegrationEndpointStatistics: async ({ params, query }) =>
        await readStatistics(platform, await find(params), query),
      listIntegrationEndpointRecoveries: async ({ params, query }) =>
        await listRecoveries(platform, await find(params), query),
      countIntegrationEndpointRecovery: async ({ params, body }) =>
        await countRecovery(platform, await find(params), body),
      startIntegrationEndpointRecovery: async ({ params, body, idempotencyKey }) =>
        await startRecovery(platform, await find(params), body, idempotencyKey),
      getIntegrationEndpointRecovery: async ({ params }) =>
        toRecoveryResource(await findRecovery(platform, await find(params), params.recoveryId)),
      cancelIntegrationEndpointRecovery: async ({ params }) =>
        await cancelRecovery(platform, await find(params), params.recoveryId),
    };
  },
);

async function readStatistics(
  platform: Platform,
  { id }: Endpoint,
  { since, step = "hour" }: EndpointStatisticsQuery,
): Promise<EndpointStatisticsResource> {
  const from = since === undefined ? platform.now() - dayMilliseconds : Date.parse(since);
  const { failingSince, pending, sending, oldestDueAt, hours } = await platform.deliveries.endpointStatistics(
    id,
    // The sum of a part of a day would look like a day with few requests.
    { since: step === "day" ? from - (from % dayMilliseconds) : from },
  );
  return {
    pending,
    sending,
    oldestDueAt: optionalIsoTime(oldestDueAt),
    failingSince: optionalIsoTime(failingSince),
    ...latencyPercentiles(hours),
    hours: (step === "day" ? sumDays(hours) : hours).map(({ latencies, ...each }) => ({
      ...each,
      hour: isoTime(each.hour),
      ...latencyPercentiles([{ latencies }]),
    })),
  };
}

async function listRecoveries(
  platform: Platform,
  { id: endpointId }: Endpoint,
  query: PageQuery,
): Promise<Page<RecoveryResource>> {
  const newestFirst = ({ createdAt, id }: Recovery): string =>
    `${numberKey(Number.MAX_SAFE_INTEGER - createdAt)} ${id}`;
  const recoveries = await platform.deliveries.listRecoveries(endpointId);
  return await showPage(paginate(recoveries, newestFirst, query), toRecoveryResource);
}

function selectionOf(
  endpointId: string,
  { failedSince, failedBefore, eventTypes, failures }: RecoverySelection,
): RecoveryInput {
  return {
    endpointId,
    failedSince: Date.parse(failedSince),
    failedBefore: failedBefore === undefined ? undefined : Date.parse(failedBefore),
    eventTypes,
    failureReasons: failures,
  };
}

async function countRecovery(
  platform: Platform,
  { id }: Endpoint,
  selection: RecoverySelection,
): Promise<RecoveryCount> {
  return { count: await platform.deliveries.countRecoverable(selectionOf(id, selection)) };
}

/** @throws PlatformError `conflict` if the endpoint is disabled, since the deliveries would fail again */
async function startRecovery(
  platform: Platform,
  { id: endpointId, status }: Endpoint,
  { perSecond, ...selection }: RecoveryCreation,
  idempotencyKey: string | undefined,
): Promise<RecoveryResource> {
  if (status === "disabled") {
    throw new PlatformError(
      "conflict",
      `Endpoint ${endpointId} is disabled. Enable it before recovering deliveries.`,
    );
  }
  const recovery = await platform.deliveries.startRecovery({
    ...selectionOf(endpointId, selection),
    perSecond,
    idempotencyKey,
  });
  return toRecoveryResource(recovery);
}

async function findRecovery(platform: Platform, { id }: Endpoint, recoveryId: string): Promise<Recovery> {
  const recovery = await platform.deliveries.getRecovery(recoveryId);
  return orNotFound(recovery?.endpointId === id ? recovery : undefined, `recovery ${recoveryId}`);
}

async function cancelRecovery(
  platform: Platform,
  endpoint: Endpoint,
  recoveryId: string,
): Promise<RecoveryResource> {
  const { id } = await findRecovery(platform, endpoint, recoveryId);
  return toRecoveryResource(await platform.deliveries.cancelRecovery(id));
}

/** @throws PlatformError `conflict` */
function requireStatus(endpoint: Endpoint, status: WebhookEndpoint["status"]): void {
  const current = endpointStatus(endpoint);
  if (current === status) return;
  throw new PlatformError("conflict", `The endpoint is ${current}, not ${status}.`);
}

function toEndpointResource(platform: Platform, endpoint: Endpoint): Omit<WebhookEndpoint, "health"> {
  const { resource, requiresVerification, transform } = readEndpointMetadata(endpoint);
  const verification = endpoint.holds.includes(holds.unverified) ? "pending" : "verified";
  return {
    id: endpoint.id,
    installationId: endpoint.tenant,
    url: endpoint.polling === true ? pollUrlOf(endpoint, platform.urls) : endpoint.url,
    polling: endpoint.polling,
    eventTypes: endpointEventTypes(platform, endpoint),
    signingKey: usesEd25519(endpoint) ? "ed25519" : undefined,
    channels: endpoint.channels,
    filter: endpoint.filter,
    ...idFieldOf(resource),
    resource,
    transform: transform === true ? true : undefined,
    ...showEndpointOptions(endpoint),
    rateLimit: endpoint.rateLimit,
    verification: requiresVerification === true ? verification : undefined,
    status: endpointStatus(endpoint),
    disabledReason: endpoint.status === "disabled" ? endpoint.disabledReason : undefined,
    createdAt: isoTime(endpoint.createdAt),
    updatedAt: isoTime(endpoint.updatedAt),
  };
}

function pollUrlOf({ id, tenant }: Endpoint, { api }: PlatformUrls): string {
  const path = pollWebhookEndpoint.path.replace("{installationId}", tenant).replace("{endpointId}", id);
  return `${api}${path}`;
}

// It is paused only together with its installation, which has its own status.
function toIntegrationEndpoint({ status, disabledReason }: Endpoint): IntegrationEndpointResource {
  return status === "disabled" ? { status, disabledReason } : { status: "enabled" };
}

function toEndpointSecrets(secrets: readonly EndpointSecret[]): WebhookEndpointSecrets {
  return {
    secrets: secrets.map(({ secret, createdAt, expiresAt }) => ({
      secret: verificationKeyOf(secret),
      createdAt: isoTime(createdAt),
      expiresAt: optionalIsoTime(expiresAt),
    })),
  };
}

function toRecoveryResource(recovery: Recovery): RecoveryResource {
  const { id, failedSince, perSecond, status, recovered, total, createdAt, finishedAt } = recovery;
  return {
    id,
    failedSince: isoTime(failedSince),
    failedBefore: optionalIsoTime(recovery.failedBefore),
    eventTypes: recovery.eventTypes,
    failures: recovery.failureReasons?.filter((reason) => reason !== "canceled"),
    perSecond,
    status,
    recovered,
    total,
    createdAt: isoTime(createdAt),
    finishedAt: optionalIsoTime(finishedAt),
  };
}

/** @throws PlatformError `invalid_request` */
function requireOneResource([first, second]: readonly NamedResource[]): void {
  if (first === undefined || second === undefined) return;
  const { path } = second;
  const message = `cannot be combined with ${first.path}`;
  throw new PlatformError("invalid_request", `${path} ${message}: create an endpoint for each.`, [
    { path, message },
  ]);
}
