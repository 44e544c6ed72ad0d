/** A page that other sites can embed. */
export interface EmbeddedPage {
  readonly isPortal: boolean;
  /** The organization that the URL names; empty if it names none. */
  readonly organizationId: string;
}

/**
 * Returns the page of a URL, if other sites can embed it.
 *
 * @example
 * ```ts
 * import { embeddedPage } from "@plugboard/console/page";
 *
 * console.log(embeddedPage(new URL("https://docs.example.com/portal/org_1/deliveries")));
 * // { isPortal: true, organizationId: "org_1" }
 * ```
 */
export function embeddedPage({
  pathname,
  searchParams,
}: Pick<URL, "pathname" | "searchParams">): EmbeddedPage | undefined {
  const ofPortal = /^\/portal\/(\w+)(?:\/|$)/.exec(pathname)?.[1];
  if (ofPortal !== undefined) return { isPortal: true, organizationId: ofPortal };
  if (!/^\/embed(?:\/|$)/.test(pathname)) return undefined;
  return { isPortal: false, organizationId: searchParams.get("organization") ?? "" };
}
