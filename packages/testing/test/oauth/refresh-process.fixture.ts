import type { Environment } from "@plugboard/api";
import { createApiClient } from "@plugboard/api/client";
import { getOAuthToken, type OAuthConfig } from "@plugboard/oauth";

/** What a process of its own is given, as JSON in its first argument. */
export interface RefreshOrder {
  readonly environment: Environment;
  readonly config: OAuthConfig;
  /** How far its clock is ahead, in milliseconds. */
  readonly ahead: number;
}

// A program, not a module: it asks for the token once, as a handler would, and prints it.
const { environment, config, ahead }: RefreshOrder = JSON.parse(process.argv[2] ?? "");
const { apiEndpoint: endpoint, apiTokens } = environment;
const context = {
  environment,
  api: createApiClient({ endpoint, token: apiTokens.installation }),
  integration: { api: createApiClient({ endpoint, token: apiTokens.integration }) },
  log: { warn: () => {} },
};
process.stdout.write(await getOAuthToken(context, config, { now: () => Date.now() + ahead }));
