/** Ids of the content that a test platform begins with. There is one of each; its installation gets an id of its own. */
export const testIds = {
  organization: "organization_1",
  space: "space_1",
  site: "site_1",
  page: "page_1",
} as const;

/** Addresses of a test platform. Nothing listens there: requests never leave the process. */
export const testUrls = {
  api: "https://app.plugboard.test/v1",
  console: "https://app.plugboard.test",
  sites: "https://sites.plugboard.test",
  integration: "https://integration.plugboard.test",
} as const;
