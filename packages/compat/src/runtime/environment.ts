import type { Environment, Installation, ProductInstallation } from "@plugboard/api";

type Fields = Readonly<Record<string, unknown>>;

/** An environment in GitBook's form. Fields without a counterpart are `undefined`. */
export interface CompatEnvironment {
  readonly apiEndpoint: string;
  readonly apiTokens: Environment["apiTokens"];
  readonly integration: Fields & { readonly name: string; readonly version: number };
  readonly installation?: (Fields & { readonly id: string }) | undefined;
  readonly spaceInstallation?: (Fields & { readonly space: string }) | undefined;
  readonly siteInstallation?: (Fields & { readonly site: string }) | undefined;
  readonly secrets: Readonly<Record<string, string>>;
  readonly signingSecret: string;
  readonly signingSecrets: NonNullable<Environment["signingSecrets"]>;
  readonly authToken: string;
}

/** Converts an environment to GitBook's form. `integration.urls.publicEndpoint` is the integration's own endpoint, not an installation's. */
export function toCompatEnvironment(environment: Environment): CompatEnvironment {
  const { integration, installation, spaceInstallation, siteInstallation } = environment;
  const { urls } = integration;
  const ownEndpoint = urls.integrationEndpoint ?? urls.publicEndpoint;
  const signingSecrets = environment.signingSecrets ?? { integration: "" };
  return {
    apiEndpoint: environment.apiEndpoint,
    apiTokens: environment.apiTokens,
    authToken: environment.apiTokens.installation ?? environment.apiTokens.integration,
    integration: {
      object: "integration",
      name: integration.name,
      title: integration.title,
      version: integration.version,
      owner: { object: "organization", id: integration.organization ?? "" },
      urls: { ...urls, ...endpoints(ownEndpoint) },
    },
    installation: installation && toInstallation(installation),
    spaceInstallation: spaceInstallation && {
      ...toContentInstallation(spaceInstallation, integration.name),
      space: String(spaceInstallation["space"]),
    },
    siteInstallation: siteInstallation && {
      ...toContentInstallation(siteInstallation, integration.name),
      site: String(siteInstallation["site"]),
    },
    secrets: environment.secrets,
    signingSecrets,
    // Deprecated by GitBook but still in use: the most specific secret.
    signingSecret: signingSecrets.installation ?? signingSecrets.integration,
  };
}

function endpoints(publicEndpoint: string) {
  return { publicEndpoint, publicContentEndpoint: publicEndpoint };
}

function toInstallation({ organization, urls, ...fields }: Installation) {
  return {
    ...fields,
    space_selection: fields.space_selection?.type ?? "all",
    site_selection: "all",
    ...(organization !== undefined && { target: { organization } }),
    urls: { ...urls, ...endpoints(urls.publicEndpoint) },
  };
}

function toContentInstallation(installed: ProductInstallation<string>, integration: string) {
  const { installation, status, configuration, externalIds, urls } = installed;
  return {
    integration,
    installation,
    status,
    configuration,
    externalIds,
    urls: { ...urls, ...endpoints(urls.publicEndpoint) },
  };
}
