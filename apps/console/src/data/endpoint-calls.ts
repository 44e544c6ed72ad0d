import type {
  EndpointStatisticsQuery,
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
import { api, readPage } from "./platform-api.ts";

/**
 * Identifies a webhook endpoint, or the endpoint of an installation's integration if no endpoint is named.
 */
export interface EndpointName {
  readonly installationId: string;
  readonly endpointId?: string | undefined;
}

/** Reads the statistics of an endpoint. */
export function readStatistics(
  { installationId, endpointId }: EndpointName,
  query: EndpointStatisticsQuery,
): Promise<EndpointStatisticsResource> {
  return endpointId === undefined
    ? api.call(getIntegrationEndpointStatistics, { params: { installationId }, query })
    : api.call(getWebhookEndpointStatistics, { params: { installationId, endpointId }, query });
}

/** Lists the recoveries of an endpoint. */
export function listRecoveries({
  installationId,
  endpointId,
}: EndpointName): Promise<Page<RecoveryResource>> {
  return endpointId === undefined
    ? readPage(listIntegrationEndpointRecoveries, { params: { installationId } })
    : readPage(listWebhookEndpointRecoveries, { params: { installationId, endpointId } });
}

/** Counts the deliveries a recovery would resend. */
export function countRecovery(
  { installationId, endpointId }: EndpointName,
  body: RecoverySelection,
): Promise<RecoveryCount> {
  return endpointId === undefined
    ? api.call(countIntegrationEndpointRecovery, { params: { installationId }, body })
    : api.call(countWebhookEndpointRecovery, { params: { installationId, endpointId }, body });
}

/** Starts resending the failed deliveries of an endpoint. */
export function startRecovery(
  { installationId, endpointId }: EndpointName,
  body: RecoverySelection,
): Promise<RecoveryResource> {
  return endpointId === undefined
    ? api.call(startIntegrationEndpointRecovery, { params: { installationId }, body })
    : api.call(startWebhookEndpointRecovery, { params: { installationId, endpointId }, body });
}

/** Cancels a recovery of an endpoint. */
export function cancelRecovery(
  { installationId, endpointId }: EndpointName,
  recoveryId: string,
): Promise<RecoveryResource> {
  return endpointId === undefined
    ? api.call(cancelIntegrationEndpointRecovery, { params: { installationId, recoveryId } })
    : api.call(cancelWebhookEndpointRecovery, { params: { installationId, endpointId, recoveryId } });
}
