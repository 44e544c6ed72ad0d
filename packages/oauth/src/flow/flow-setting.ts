import type { IntegrationTypes } from "@plugboard/api";
import type { OAuthConfig } from "../settings/oauth-config.ts";
import type { OAuthContext } from "../settings/oauth-context.ts";
import type { OAuthPorts } from "../ports/oauth-ports.ts";

/** The resolved settings and ports of one call. */
export interface FlowSetting<T extends IntegrationTypes> {
  readonly config: OAuthConfig<T>;
  readonly context: OAuthContext<T>;
  readonly ports: OAuthPorts;
}
