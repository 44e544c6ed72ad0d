import type { Configuration, Environment } from "@plugboard/api";
import { createApiClient } from "@plugboard/api/client";
import type { OAuthContext } from "./oauth-context.ts";

/** A line that was logged. */
export interface LogLine {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The environment of an organization's installation. */
export function createEnvironment(publicEndpoint: string, configuration: Configuration = {}): Environment {
  return {
    apiEndpoint: "https://api.example.com/v1",
    apiTokens: { integration: "integration-token", installation: "installation-token" },
    integration: { name: "acme", title: "Acme", version: 1, urls: { publicEndpoint } },
    installation: {
      id: "ins_1",
      status: "pending",
      space_selection: { type: "all" },
      configuration,
      urls: { publicEndpoint },
      externalIds: [],
      target: "all",
    },
    secrets: { CLIENT_ID: "plugboard-client", CLIENT_SECRET: "client-secret" },
  };
}

/** A context whose platform API answers nothing, for tests that bring a credential store of their own. */
export function createContext(environment: Environment, log: LogLine[] = []): OAuthContext {
  const api = createApiClient({ endpoint: environment.apiEndpoint, token: undefined });
  return {
    environment,
    api,
    integration: { api },
    log: { warn: (message, fields) => void log.push({ message, fields }) },
  };
}
