/** Names of everything a test platform begins with. There is one of each. */
export const testIds = {
  organization: "organization_1",
  installation: "installation_1",
  space: "space_1",
  site: "site_1",
  page: "page_1",
} as const;

/** Addresses of a test platform. Nothing listens there: requests never leave the process. */
export const testURLs = {
  api: "https://api.plugboard.test/v1",
  publicEndpoint: "https://integrations.plugboard.test/integrations/installation_1",
  app: "https://app.plugboard.test/installations/installation_1",
  published: "https://sites.plugboard.test/docs",
} as const;
