import type { PlatformEventType, PlatformRequestMap } from "./platform-event.ts";

/**
 * The response to a signed `GET /{version}`: the integration's handlers. The platform sends only events that
 * are handled.
 */
export interface IntegrationDescription {
  /** The platform's event types, and those of its product. */
  readonly events: readonly (PlatformEventType | (string & {}))[];
  readonly components: readonly string[];
  /** Whether the integration responds to requests at its public endpoint. */
  readonly fetch: boolean;
  /** The requests of the platform's product and of webhooks that the integration responds to. Defaults to none. */
  readonly requests?: readonly (keyof PlatformRequestMap | (string & {}))[] | undefined;
  /** The IDs of the tools that the integration implements. Defaults to none. */
  readonly tools?: readonly string[] | undefined;
  /** Identifies the manifest that the integration was built from, if known. */
  readonly manifestHash?: string;
}
