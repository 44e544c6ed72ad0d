import { getFontContent, getImageContent } from "@plugboard/content";
import type { PlatformContext } from "@plugboard/platform";

/** The caches that may store a file: only the browser's, or shared caches too. */
type CacheScope = "private" | "public";

/** Returns the ID in a file name, such as `img_1.png`. */
export function fileIdOf(file: string): string {
  return file.replace(/\.\w+$/, "");
}

/** Responds with an image of a space. @throws PlatformError `not_found` */
export async function sendImage(
  context: PlatformContext,
  spaceId: string,
  file: string,
  { cacheFor }: { readonly cacheFor: CacheScope },
): Promise<Response> {
  return fileResponse(await getImageContent(context, spaceId, fileIdOf(file)), cacheFor);
}

/** Responds with a font of a space. @throws PlatformError `not_found` */
export async function sendFont(
  context: PlatformContext,
  spaceId: string,
  file: string,
  { cacheFor }: { readonly cacheFor: CacheScope },
): Promise<Response> {
  const content = await getFontContent(context, spaceId, fileIdOf(file));
  return fileResponse({ type: "font/woff2", content }, cacheFor);
}

/** Responds with a file that can't run code or load resources, even if opened as a page. */
export function fileResponse(
  { type, content }: { readonly type: string; readonly content: Uint8Array },
  cacheFor: CacheScope,
): Response {
  return new Response(new Uint8Array(content), {
    headers: {
      "content-type": type,
      // Short, because a site can become private, and a file can be deleted.
      "cache-control": `${cacheFor}, max-age=300`,
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
    },
  });
}
