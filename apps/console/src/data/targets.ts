import type { WebhookEndpoint } from "@plugboard/api/client";
import { listInstallations, listIntegrations, listWebhookEndpoints } from "@plugboard/api/routes";
import { useQueries, useQuery } from "@tanstack/react-query";
import { live } from "./live.ts";
import { useOrganizationId } from "./organization.ts";
import { usePortalSession } from "./portal-session.ts";
import { allOf } from "./queries.ts";

/** The delivery targets of the organization. */
export interface Targets {
  readonly isPending: boolean;
  readonly error: Error | null;
  /** Installations with the title of their integration. */
  readonly installations: readonly { readonly id: string; readonly title: string }[];
  readonly endpoints: readonly WebhookEndpoint[];
  /** Returns the title of an integration by its name. */
  readonly titleOf: (integration: string) => string;
}

/**
 * Reads the installations of the organization and their webhook endpoints. In the portal, installations come
 * from the session.
 */
export function useTargets(): Targets {
  const organization = useOrganizationId();
  const portal = usePortalSession();
  const isConsole = portal === undefined;
  const installed = useQuery({
    ...allOf(listInstallations, { query: { organization } }),
    enabled: isConsole && organization !== undefined,
    ...live("installations"),
  });
  const integrations = useQuery({ ...allOf(listIntegrations), enabled: isConsole });
  const titles = new Map(integrations.data?.map(({ name, title }) => [name, title]));
  const titleOf = (integration: string): string => titles.get(integration) ?? integration;
  const installations =
    portal?.installations ??
    installed.data?.map(({ id, integration }) => ({ id, title: titleOf(integration) })) ??
    [];
  const endpoints = useQueries({
    queries: installations.map(({ id: installationId }) => ({
      ...allOf(listWebhookEndpoints, { params: { installationId } }),
      ...live("endpoints"),
    })),
  });
  return {
    isPending: (isConsole && installed.isPending) || endpoints.some(({ isPending }) => isPending),
    error: installed.error ?? endpoints.find(({ error }) => error !== null)?.error ?? null,
    installations,
    endpoints: endpoints.flatMap(({ data = [] }) => data),
    titleOf,
  };
}
