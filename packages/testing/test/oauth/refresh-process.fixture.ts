import type { Environment } from "@plugboard/api";
import { createApiClient } from "@plugboard/api/client";
import { getOAuthToken, type OAuthConfig } from "@plugboard/oauth";

/** The first argument of the process, as JSON. */
export interface RefreshOrder {
  readonly environment: Environment;
  readonly config: OAuthConfig;
  /** How far the clock of the process is ahead (ms). */
  readonly ahead: number;
}

// Runs as a separate process, which requests the token once, like a handler, and prints it.
const { environment, config, ahead }: RefreshOrder = JSON.parse(process.argv[2] ?? "");
const { apiEndpoint: endpoint, apiTokens } = environment;
const context = {
  environment,
  api: createApiClient({ endpoint, token: apiTokens.installation }),
  integration: { api: createApiClient({ endpoint, token: apiTokens.integration }) },
  log: { warn: () => {} },
};
process.stdout.write(await getOAuthToken(context, config, { now: () => Date.now() + ahead }));
