import { createHash } from "node:crypto";

/** Where the page is that presses a button among the settings on the server of `plugboard dev`. */
export function connectPageUrl(
  origin: string,
  token: string,
  installationId: string,
  property: string,
): string {
  const path = [installationId, property].map(encodeURIComponent).join("/");
  return `${origin}/connect/${path}?key=${connectPageKey(token)}`;
}

/** Proves that whoever opens the page was given its address; the token itself has no place in a browser's history. */
export function connectPageKey(token: string): string {
  return createHash("sha256").update(`connect\n${token}`).digest("base64url");
}
