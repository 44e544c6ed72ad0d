import type { IntegrationTypes } from "@plugboard/api";
import type { CredentialStore } from "./credential-store.ts";
import { createMemoryReplayGuard } from "./memory-replay-guard.ts";
import type { OAuthContext } from "../settings/oauth-context.ts";
import { createPlatformCredentialStore } from "./platform-credential-store.ts";
import type { ReplayGuard } from "./replay-guard.ts";

/** The part of the Fetch API the flow needs; `globalThis.fetch` by default. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What this package reaches the world through. Each has a default that suits production. */
export interface OAuthPorts {
  /** Reaches the provider. */
  readonly fetch: Fetch;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
  /** Waits, in milliseconds, while another process refreshes. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Lets each state through once. By default it remembers within this process. */
  readonly replayGuard: ReplayGuard;
  /** Holds the credentials. By default the installation's configuration, through the platform's API. */
  readonly credentialStore: CredentialStore;
}

// Handlers are often made anew for each request, so what must be remembered between requests lives beside them.
const processReplayGuard = createMemoryReplayGuard();

/** The ports given, completed with the defaults. */
export function resolvePorts<T extends IntegrationTypes>(
  context: OAuthContext<T>,
  given: Partial<OAuthPorts>,
): OAuthPorts {
  return {
    fetch: (url, init) => globalThis.fetch(url, init),
    now: Date.now,
    wait: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
    replayGuard: processReplayGuard,
    credentialStore: given.credentialStore ?? createPlatformCredentialStore(context),
    ...given,
  };
}
