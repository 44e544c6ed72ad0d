import { createHash } from "node:crypto";

/** Returns the URL of the `plugboard dev` page that presses a button setting. */
export function connectPageUrl(
  origin: string,
  token: string,
  installationId: string,
  property: string,
): string {
  const path = [installationId, property].map(encodeURIComponent).join("/");
  return `${origin}/connect/${path}?key=${connectPageKey(token)}`;
}

/**
 * Returns a key derived from the token that authorizes opening the page. The token itself must not end up in
 * browser history.
 */
export function connectPageKey(token: string): string {
  return createHash("sha256").update(`connect\n${token}`).digest("base64url");
}
