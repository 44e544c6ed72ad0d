const linkProtocols: ReadonlySet<string> = new Set(["https:", "http:", "mailto:"]);
const resourceProtocols: ReadonlySet<string> = new Set(["https:", "http:"]);

/**
 * Returns the URL if it is an absolute `https:`, `http:` or `mailto:` URL, otherwise `undefined`. Use it for
 * links.
 *
 * @example
 * ```ts
 * import { safeLinkUrl } from "@plugboard/components/session";
 *
 * console.log(safeLinkUrl("javascript:alert(1)")); // undefined
 * ```
 */
export function safeLinkUrl(value: unknown): string | undefined {
  return safeUrl(value, linkProtocols);
}

/**
 * Returns the URL if it is an absolute `https:` or `http:` URL, otherwise `undefined`. Use it for images and
 * frames.
 *
 * @example
 * ```ts
 * import { safeResourceUrl } from "@plugboard/components/session";
 *
 * console.log(safeResourceUrl("https://example.com/a.png")); // "https://example.com/a.png"
 * ```
 */
export function safeResourceUrl(value: unknown): string | undefined {
  return safeUrl(value, resourceProtocols);
}

function safeUrl(value: unknown, protocols: ReadonlySet<string>): string | undefined {
  if (typeof value !== "string" || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return protocols.has(url.protocol) ? url.href : undefined;
}
