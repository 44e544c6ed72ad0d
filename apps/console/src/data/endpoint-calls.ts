import type {
  EndpointStatisticsResource,
  Page,
  RecoveryCount,
  RecoveryResource,
  RecoverySelection,
} from "@plugboard/api/client";
import {
  cancelIntegrationEndpointRecovery,
  cancelWebhookEndpointRecovery,
  countIntegrationEndpointRecovery,
  countWebhookEndpointRecovery,
  getIntegrationEndpointStatistics,
  getWebhookEndpointStatistics,
  listIntegrationEndpointRecoveries,
  listWebhookEndpointRecoveries,
  startIntegrationEndpointRecovery,
  startWebhookEndpointRecovery,
} from "@plugboard/api/routes";
import { api } from "./platform-api.ts";

/** A webhook endpoint; or the one that an installation's integration is behind, where no endpoint is named. */
export interface EndpointName {
  readonly installationId: string;
  readonly endpointId?: string | undefined;
}

/** How an endpoint is doing. */
export function readStatistics({
  installationId,
  endpointId,
}: EndpointName): Promise<EndpointStatisticsResource> {
  return endpointId === undefined
    ? api.call(getIntegrationEndpointStatistics, { params: { installationId } })
    : api.call(getWebhookEndpointStatistics, { params: { installationId, endpointId } });
}

/** The recoveries of an endpoint. */
export function listRecoveries({
  installationId,
  endpointId,
}: EndpointName): Promise<Page<RecoveryResource>> {
  return endpointId === undefined
    ? api.call(listIntegrationEndpointRecoveries, { params: { installationId } })
    : api.call(listWebhookEndpointRecoveries, { params: { installationId, endpointId } });
}

/** Counts what a recovery of an endpoint would send again. */
export function countRecovery(
  { installationId, endpointId }: EndpointName,
  body: RecoverySelection,
): Promise<RecoveryCount> {
  return endpointId === undefined
    ? api.call(countIntegrationEndpointRecovery, { params: { installationId }, body })
    : api.call(countWebhookEndpointRecovery, { params: { installationId, endpointId }, body });
}

/** Sends again what failed at an endpoint. */
export function startRecovery(
  { installationId, endpointId }: EndpointName,
  body: RecoverySelection,
): Promise<RecoveryResource> {
  return endpointId === undefined
    ? api.call(startIntegrationEndpointRecovery, { params: { installationId }, body })
    : api.call(startWebhookEndpointRecovery, { params: { installationId, endpointId }, body });
}

/** Ends a recovery of an endpoint. */
export function cancelRecovery(
  { installationId, endpointId }: EndpointName,
  recoveryId: string,
): Promise<RecoveryResource> {
  return endpointId === undefined
    ? api.call(cancelIntegrationEndpointRecovery, { params: { installationId, recoveryId } })
    : api.call(cancelWebhookEndpointRecovery, { params: { installationId, endpointId, recoveryId } });
}
