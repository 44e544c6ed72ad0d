/** Addresses that a link leads to, for whoever is signed in and for others. */
export const entryPaths = ["/welcome", "/invitation", "/new-password"] as const;

/** One of these addresses. */
export type EntryPath = (typeof entryPaths)[number];

/** The address that is open, where it is one of these. */
export function findEntryPath(): EntryPath | undefined {
  return entryPaths.find((path) => path === location.pathname);
}

/** Where a link or an identity provider leads back to: this page, without what the last try left in its address. */
export function returnUrl(): string {
  const url = new URL(location.href);
  url.searchParams.delete("error");
  url.searchParams.delete("error_description");
  url.searchParams.delete("code");
  return url.href;
}
