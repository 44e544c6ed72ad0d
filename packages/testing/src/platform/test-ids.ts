/** IDs of the initial content of a test platform. The installation's ID is generated. */
export const testIds = {
  organization: "organization_1",
  space: "space_1",
  site: "site_1",
  page: "page_1",
} as const;

/** URLs of a test platform. Requests to them never leave the process. */
export const testUrls = {
  api: "https://app.plugboard.test/v1",
  console: "https://app.plugboard.test",
  public: "https://sites.plugboard.test",
  integration: "https://integration.plugboard.test",
} as const;
