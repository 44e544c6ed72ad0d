/** Where the platform is reached from outside. */
export interface PlatformUrls {
  /** Base of the HTTP API, ends in `/v1`. */
  readonly api: string;
  /** Origin of the console. */
  readonly console: string;
  /** Origin of public endpoints and sites; another one than the console's. */
  readonly sites: string;
}

/**
 * The public endpoint of an installation; the paths an integration's manifest names hang below it.
 *
 * @example
 * import { publicEndpointOf } from "@plugboard/platform";
 *
 * const urls = {
 *   api: "https://docs.example.com/v1",
 *   console: "https://docs.example.com",
 *   sites: "https://sites.example.net",
 * };
 * console.log(publicEndpointOf(urls, "ins_1"));
 */
export function publicEndpointOf(urls: PlatformUrls, installationId: string): string {
  return `${urls.sites}/integrations/${installationId}`;
}

/**
 * The address of a published site.
 *
 * @example
 * import { publishedUrlOf } from "@plugboard/platform";
 *
 * const urls = {
 *   api: "https://docs.example.com/v1",
 *   console: "https://docs.example.com",
 *   sites: "https://sites.example.net",
 * };
 * console.log(publishedUrlOf(urls, "handbook"));
 */
export function publishedUrlOf(urls: PlatformUrls, siteSlug: string): string {
  return `${urls.sites}/sites/${encodeURIComponent(siteSlug)}/`;
}
