import type { Network } from "./network.ts";
import { testUrls } from "./test-ids.ts";
import { TestPlatformError } from "../errors/test-platform-error.ts";
import type { Service } from "./test-platform-options.ts";

/** Who responds to what. */
export interface NetworkParts {
  /** The platform's API. */
  readonly api: Service;
  /** The public endpoints of installations. */
  readonly publicEndpoints: Service;
  /** Everybody else, by origin. */
  readonly services: Readonly<Record<string, Service>>;
}

/** The world as an integration under test sees it. A request to a stranger fails. */
export function createNetwork({ api, publicEndpoints, services }: NetworkParts): Network {
  return async (request) => {
    const { origin } = new URL(request.url);
    if (origin === testUrls.console) return api(request);
    if (origin === testUrls.sites) return publicEndpoints(request);
    const service = services[origin];
    if (service !== undefined) return service(request);
    throw new TestPlatformError(
      "no_service",
      `Nobody responds to ${request.method} ${origin} in this test. Give createTestPlatform a service for "${origin}".`,
    );
  };
}
