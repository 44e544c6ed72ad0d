import type { Network } from "./network.ts";
import { testURLs } from "./test-ids.ts";
import { TestPlatformError } from "./test-platform-error.ts";
import type { Service } from "./test-platform-options.ts";

/** Who answers what. */
export interface NetworkParts {
  /** The platform's API. */
  readonly api: Service;
  /** The integration's public endpoint. */
  readonly publicEndpoint: Service;
  /** Everybody else, by origin. */
  readonly services: Readonly<Record<string, Service>>;
}

/** The world as an integration under test sees it. A request to a stranger fails. */
export function createNetwork({ api, publicEndpoint, services }: NetworkParts): Network {
  return async (request) => {
    if (isBelow(request.url, testURLs.api)) return api(request);
    if (isBelow(request.url, testURLs.publicEndpoint)) return publicEndpoint(request);
    const { origin } = new URL(request.url);
    const service = services[origin];
    if (service !== undefined) return service(request);
    throw new TestPlatformError(
      "no_service",
      `Nobody answers ${request.method} ${origin} in this test. Give createTestPlatform a service for "${origin}".`,
    );
  };
}

function isBelow(url: string, base: string): boolean {
  return url === base || url.startsWith(`${base}/`) || url.startsWith(`${base}?`);
}
