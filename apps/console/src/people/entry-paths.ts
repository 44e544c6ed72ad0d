/** The paths that links lead to, for signed-in and signed-out users. */
export const entryPaths = ["/welcome", "/invitation", "/new-password"] as const;

export type EntryPath = (typeof entryPaths)[number];

/** Returns the current path if it is an entry path. */
export function findEntryPath(): EntryPath | undefined {
  return entryPaths.find((path) => path === location.pathname);
}

/**
 * Returns the URL for links and identity providers to return to: this page, without leftovers of the last
 * attempt.
 */
export function returnUrl(): string {
  const url = new URL(location.href);
  url.searchParams.delete("error");
  url.searchParams.delete("error_description");
  url.searchParams.delete("code");
  return url.href;
}
