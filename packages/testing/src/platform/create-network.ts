import type { Network } from "./network.ts";
import { testUrls } from "./test-ids.ts";
import { TestPlatformError } from "../errors/test-platform-error.ts";
import type { Service } from "./test-platform-options.ts";

/** The services of a network. */
export interface NetworkParts {
  /** The platform's API. */
  readonly api: Service;
  /** The public endpoints of installations. */
  readonly publicEndpoints: Service;
  /** All other services, by origin. */
  readonly services: Readonly<Record<string, Service>>;
}

/** Creates the network of an integration under test. Requests to other origins fail. */
export function createNetwork({ api, publicEndpoints, services }: NetworkParts): Network {
  return async (request) => {
    const { origin } = new URL(request.url);
    if (origin === testUrls.console) return api(request);
    if (origin === testUrls.public) return publicEndpoints(request);
    const service = services[origin];
    if (service !== undefined) return service(request);
    throw new TestPlatformError(
      "no_service",
      `No service responds to ${request.method} ${origin} in this test. Give createTestPlatform a service for "${origin}".`,
    );
  };
}
