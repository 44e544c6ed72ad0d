import type { PlatformUrls } from "@plugboard/platform";

/**
 * Returns the URL of a published site: at its own domain, or below the sites' URL.
 *
 * @param domain - a verified domain of the site
 *
 * @example
 * import { publishedUrlOf } from "@plugboard/content";
 *
 * const urls = {
 *   api: "https://docs.example.com/v1",
 *   console: "https://docs.example.com",
 *   public: "https://sites.example.net",
 * };
 * console.log(publishedUrlOf(urls, "handbook")); // https://sites.example.net/sites/handbook/
 * console.log(publishedUrlOf(urls, "handbook", "docs.acme.example")); // https://docs.acme.example/
 */
export function publishedUrlOf(urls: PlatformUrls, siteSlug: string, domain?: string): string {
  if (domain !== undefined) return `${originOfDomain(urls, domain)}/`;
  return `${urls.public}/sites/${encodeURIComponent(siteSlug)}/`;
}

/**
 * Returns the origin of a site's own domain, with the protocol and port of the sites' URL.
 *
 * @example
 * import { originOfDomain } from "@plugboard/content";
 *
 * const urls = {
 *   api: "http://127.0.0.1:4000/v1",
 *   console: "http://127.0.0.1:4000",
 *   public: "http://localhost:4000",
 * };
 * console.log(originOfDomain(urls, "docs.acme.example")); // http://docs.acme.example:4000
 */
export function originOfDomain({ public: sites }: PlatformUrls, domain: string): string {
  const { protocol, port } = new URL(sites);
  return `${protocol}//${domain}${port === "" ? "" : `:${port}`}`;
}
