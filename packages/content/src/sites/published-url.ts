import type { PlatformUrls } from "@plugboard/platform";

/**
 * Returns the URL of a published site.
 *
 * @example
 * import { publishedUrlOf } from "@plugboard/content";
 *
 * const urls = {
 *   api: "https://docs.example.com/v1",
 *   console: "https://docs.example.com",
 *   public: "https://sites.example.net",
 * };
 * console.log(publishedUrlOf(urls, "handbook"));
 */
export function publishedUrlOf(urls: PlatformUrls, siteSlug: string): string {
  return `${urls.public}/sites/${encodeURIComponent(siteSlug)}/`;
}
