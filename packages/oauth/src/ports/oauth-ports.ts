import type { IntegrationTypes } from "@plugboard/api";
import type { CredentialStore } from "./credential-store.ts";
import { createMemoryReplayGuard } from "./memory-replay-guard.ts";
import type { OAuthContext } from "../settings/oauth-context.ts";
import { createPlatformCredentialStore } from "./platform-credential-store.ts";
import type { ReplayGuard } from "./replay-guard.ts";

/** The part of the Fetch API that the flow needs. Defaults to `globalThis.fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The external dependencies of this package. Each has a default for production. */
export interface OAuthPorts {
  /** Sends requests to the provider. */
  readonly fetch: Fetch;
  /** The clock (Unix time, ms). */
  readonly now: () => number;
  /** Waits (ms) while another process refreshes. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Accepts each state once. Defaults to memory of this process. */
  readonly replayGuard: ReplayGuard;
  /** Stores the credentials. Defaults to the installation's configuration, through the platform's API. */
  readonly credentialStore: CredentialStore;
}

// Handlers are often created per request, so state shared between requests is kept in the module.
const processReplayGuard = createMemoryReplayGuard();

/** Fills in the defaults of missing ports. */
export function resolvePorts<T extends IntegrationTypes>(
  context: OAuthContext<T>,
  ports: Partial<OAuthPorts>,
): OAuthPorts {
  return {
    fetch: (url, init) => globalThis.fetch(url, init),
    now: Date.now,
    wait: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
    replayGuard: processReplayGuard,
    credentialStore: ports.credentialStore ?? createPlatformCredentialStore(context),
    ...ports,
  };
}
