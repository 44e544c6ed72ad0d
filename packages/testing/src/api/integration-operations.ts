import type { IntegrationResource } from "@plugboard/api/client";
import { listIntegrationInstallations, publishIntegration } from "@plugboard/api/routes";
import type { PlatformState } from "../platform/platform-state.ts";
import { testURLs } from "../platform/test-ids.ts";
import { defineRead, requireName, type ApiOperations } from "./api-operation.ts";
import { toInstallationResource } from "./installation-operations.ts";
import { paginate } from "./paginate.ts";

/** The integration and where it is installed. */
export function integrationOperations(state: PlatformState): ApiOperations {
  return {
    [publishIntegration.path]: {
      GET: defineRead(undefined, ({ params }) => {
        requireName(params.integration, state.manifest.name, "integration");
        return toIntegrationResource(state);
      }),
    },
    [listIntegrationInstallations.path]: {
      GET: defineRead(undefined, ({ params, query }) => {
        requireName(params.integration, state.manifest.name, "integration");
        return paginate(state.removed ? [] : [toInstallationResource(state)], query);
      }),
    },
  };
}

function toIntegrationResource({ manifest }: PlatformState): IntegrationResource {
  const { name, title, description, summary, organization, visibility, scopes } = manifest;
  return {
    name,
    title,
    description,
    ...(summary !== undefined && { summary }),
    organization,
    visibility,
    target: manifest.target ?? "all",
    scopes,
    categories: manifest.categories ?? [],
    version: 1,
    urls: { publicEndpoint: testURLs.publicEndpoint },
  };
}
