import type { FetchRequestType, RuntimeEventType } from "./runtime-event.ts";

/** The response to a signed `GET /{version}`: what an integration handles, so that the platform sends only that. */
export interface IntegrationDescription {
  readonly events: readonly RuntimeEventType[];
  readonly components: readonly string[];
  /** Whether the integration responds to requests at its public endpoint. */
  readonly fetch: boolean;
  /** The requests of sites, and of webhooks' deliveries, that the integration responds to; none when left out. */
  readonly siteRequests?: readonly FetchRequestType[] | undefined;
  /** Identifies the manifest the integration was built from, where it knows it. */
  readonly manifestHash?: string;
}
