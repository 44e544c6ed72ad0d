import { getImageContent, type ImageContent } from "@plugboard/content";
import type { PlatformContext } from "@plugboard/platform";

/** The caches that may store an image: only the browser's, or shared caches too. */
type CacheScope = "private" | "public";

/** Returns the ID in an image's file name, such as `img_1.png`. */
export function imageIdOf(file: string): string {
  return file.replace(/\.\w+$/, "");
}

/** Responds with an image of a space. @throws PlatformError `not_found` */
export async function sendImage(
  context: PlatformContext,
  spaceId: string,
  file: string,
  { cacheFor }: { readonly cacheFor: CacheScope },
): Promise<Response> {
  return imageResponse(await getImageContent(context, spaceId, imageIdOf(file)), cacheFor);
}

/** Responds with an image that can't run code or load resources, even if opened as a page. */
export function imageResponse({ type, content }: ImageContent, cacheFor: CacheScope): Response {
  return new Response(new Uint8Array(content), {
    headers: {
      "content-type": type,
      // Short, because a site can become private, and an image can be deleted.
      "cache-control": `${cacheFor}, max-age=300`,
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
    },
  });
}
