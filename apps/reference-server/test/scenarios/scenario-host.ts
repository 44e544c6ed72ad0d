import type { ApiClient } from "@plugboard/api/client";
import type { Received } from "./recorder.fixture.ts";

/** A received webhook. */
export interface ReceivedWebhook {
  readonly path: string;
  readonly body: unknown;
  /** Whether both signatures are valid. */
  readonly isSigned: boolean;
}

/** A platform that scenarios are played on, with the recorder published and nothing installed. */
export interface ScenarioHost {
  /** The HTTP API, called as an administrator. */
  readonly api: ApiClient;
  /** The HTTP API, called with a token. */
  readonly apiWith: (token: string) => ApiClient;
  /** A request to the sites' origin. */
  readonly visit: (path: string, init?: RequestInit) => Promise<Response>;
  readonly consoleOrigin: string;
  /** Base of the URLs that webhooks arrive at. */
  readonly webhookBase: string;
  readonly ids: {
    readonly organization: string;
    readonly space: string;
    readonly site: string;
    readonly page: string;
  };
  readonly received: readonly Received[];
  readonly webhooks: readonly ReceivedWebhook[];
  /** Waits until everything that is due has been sent. */
  readonly runQueued: () => Promise<void>;
  readonly close: () => Promise<void>;
}
