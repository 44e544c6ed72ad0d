/** What settings belong to: an installation, or its part in a space or a site. */
export interface SettingsPlace {
  readonly installationId: string;
  readonly kind: "organization" | "space" | "site";
  /** Of the space or site. */
  readonly resourceId?: string;
}

/** Where the HTTP API has an installation, or its part in a place. */
export function placePath({ installationId, kind, resourceId }: SettingsPlace): string {
  const base = `/v1/installations/${installationId}`;
  return resourceId === undefined ? base : `${base}/${kind}s/${resourceId}`;
}

/** Where the HTTP API lists the options of a setting that its integration supplies them for. */
export function optionsPath(
  { installationId, kind, resourceId }: SettingsPlace,
  property: string,
  query: string,
): string {
  const parameters = new URLSearchParams({
    ...(query !== "" && { query }),
    ...(resourceId !== undefined && { [`${kind}Id`]: resourceId }),
  });
  return `/v1/installations/${installationId}/options/${encodeURIComponent(property)}?${parameters.toString()}`;
}
