import type { DefaultIntegrationTypes, Environment, IntegrationTypes } from "@plugboard/api";
import type { ApiClient } from "@plugboard/api/client";

/** The part of the runtime's `context` that this package needs. */
export interface OAuthContext<T extends IntegrationTypes = DefaultIntegrationTypes> {
  readonly environment: Environment<T>;
  /** The platform's API with the installation's token. */
  readonly api: Pick<ApiClient, "call">;
  readonly integration: {
    /** The platform's API with the integration's token, for a redirect outside of any installation. */
    readonly api: Pick<ApiClient, "call">;
  };
  readonly log: {
    warn(message: string, fields: Readonly<Record<string, unknown>>): void;
  };
}
