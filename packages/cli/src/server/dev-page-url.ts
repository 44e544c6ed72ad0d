import { createHash } from "node:crypto";

/** Returns the URL of the page of `plugboard dev`. */
export function devPageUrl(origin: string, token: string): string {
  return `${origin}/?key=${devPageKey(token)}`;
}

/** Returns the URL of the page of `plugboard dev` that presses a button of the settings. */
export function connectPageUrl(
  origin: string,
  token: string,
  installationId: string,
  property: string,
): string {
  const path = [installationId, property].map(encodeURIComponent).join("/");
  return `${origin}/connect/${path}?key=${devPageKey(token)}`;
}

/** Returns the key in the URLs of pages, a digest that keeps the token out of the browser's history. */
export function devPageKey(token: string): string {
  return createHash("sha256").update(`dev page\n${token}`).digest("base64url");
}
