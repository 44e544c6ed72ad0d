import type { Environment } from "@plugboard/api";

/** The public endpoint of the sample installation. */
export const publicEndpoint = "https://sites.example/integrations/ins_1";

/** The environment of the sample installation. */
export const environment: Environment = {
  apiEndpoint: "https://platform.example/v1",
  apiTokens: { integration: "t".repeat(300), installation: "t".repeat(300) },
  integration: { name: "digest", title: "Digest", version: 3, urls: { publicEndpoint } },
  installation: {
    id: "ins_1",
    status: "active",
    space_selection: { type: "all" },
    configuration: { channel: "docs" },
    urls: { publicEndpoint },
    externalIds: [],
    target: "all",
  },
  secrets: { API_KEY: "key-1" },
};
