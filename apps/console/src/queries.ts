import type {
  AttemptResource,
  DeliveryResource,
  DeliveryTarget,
  EndpointStatisticsResource,
  InstallationResource,
  IntegrationResource,
  PageContent,
  PageResource,
  RecoveryResource,
  SiteInstallationResource,
  SiteResource,
  SpaceInstallationResource,
  SpaceResource,
  WebhookEndpoint,
  WebhookEndpointSecrets,
} from "@plugboard/api/client";
import type { ManifestBlock, ManifestConfigurations } from "@plugboard/manifest";
import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi, type List } from "./call-api.ts";

// What the console shows is read again every two seconds, so that each step of an event appears by itself.
const refetchInterval = 2000;

/** What the console reads from the platform, by the path it is read from. */
export interface Answers {
  readonly organizations: List<{ readonly id: string; readonly title: string }>;
  readonly spaces: List<SpaceResource>;
  readonly pages: List<PageResource>;
  readonly content: PageContent;
  readonly sites: List<SiteResource>;
  readonly integrations: List<IntegrationResource>;
  readonly integration: IntegrationResource;
  readonly manifest: {
    readonly configurations: ManifestConfigurations;
    readonly blocks: readonly ManifestBlock[];
    readonly components: readonly string[];
  };
  readonly installations: List<InstallationResource>;
  readonly installation: InstallationResource;
  readonly spaceInstallations: List<SpaceInstallationResource>;
  readonly siteInstallations: List<SiteInstallationResource>;
  readonly endpoints: List<WebhookEndpoint>;
  readonly secrets: WebhookEndpointSecrets;
  readonly integrationEndpoint: IntegrationEndpoint;
  readonly events: List<EventItem>;
  readonly deliveries: List<DeliveryResource>;
  readonly attempts: List<AttemptResource>;
  readonly statistics: EndpointStatisticsResource;
  readonly recoveries: List<RecoveryResource>;
  readonly notices: List<NoticeItem>;
}

/** Whether an installation's integration is sent its events. */
export interface IntegrationEndpoint {
  readonly status: "enabled" | "disabled";
  readonly disabledReason?: NoticeItem["reason"];
}

/** That the platform disabled an endpoint by itself. */
export interface NoticeItem {
  readonly id: string;
  readonly installationId: string;
  readonly target: DeliveryTarget;
  readonly reason: "gone" | "failing";
  readonly disabledAt: string;
}

/** An event as the console lists it. */
export interface EventItem {
  readonly id: string;
  readonly type: string;
  readonly createdAt: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly recipients?: readonly string[];
}

/** Reads a path and keeps it fresh. */
export function useRead<Name extends keyof Answers>(
  _name: Name,
  path: string,
  options: { readonly live?: boolean } = {},
) {
  return useQuery({
    queryKey: [path],
    queryFn: () => callApi<Answers[Name]>("GET", path),
    ...(options.live !== false && { refetchInterval }),
  });
}

/**
 * A change, after which everything shown is read again. `onDone` runs before that, since what asked for the change may be
 * gone afterwards.
 */
export function useChange<Input, Answer = unknown>(
  change: (input: Input) => Promise<Answer>,
  onDone: (answer: Answer) => void = () => {},
) {
  const client = useQueryClient();
  const everything: QueryKey = [];
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      onDone(answer);
      return client.invalidateQueries({ queryKey: everything });
    },
  });
}
