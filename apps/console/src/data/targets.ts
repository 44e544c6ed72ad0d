import type { InstallationResource, WebhookEndpoint } from "@plugboard/api/client";
import { listInstallations, listIntegrations, listWebhookEndpoints } from "@plugboard/api/routes";
import { useQueries } from "@tanstack/react-query";
import { api } from "./platform-api.ts";
import { useOrganizations } from "./organization.ts";
import { live } from "./live.ts";
import { useRead, useReadOnce } from "./queries.ts";

/** Everything that deliveries of the organization go to. */
export interface Targets {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly installations: readonly InstallationResource[];
  readonly endpoints: readonly WebhookEndpoint[];
  /** The title of an integration by its name. */
  readonly titleOf: (integration: string) => string;
}

/** Reads the installations of the organization with their webhook endpoints. */
export function useTargets(): Targets {
  const { current } = useOrganizations();
  const organization = current?.id;
  const installations = useRead(listInstallations, { query: { organization } });
  const integrations = useReadOnce(listIntegrations);
  const items = installations.data?.items ?? [];
  const endpoints = useQueries({
    queries: items.map(({ id: installationId }) => ({
      queryKey: [listWebhookEndpoints.id, installationId],
      queryFn: () => api.call(listWebhookEndpoints, { params: { installationId } }),
      ...live,
    })),
  });
  const titles = new Map(integrations.data?.items.map(({ name, title }) => [name, title]));
  return {
    isPending: installations.isPending || endpoints.some(({ isPending }) => isPending),
    error: installations.error ?? endpoints.find(({ error }) => error !== null)?.error ?? null,
    installations: items,
    endpoints: endpoints.flatMap(({ data }) => data?.items ?? []),
    titleOf: (integration) => titles.get(integration) ?? integration,
  };
}
