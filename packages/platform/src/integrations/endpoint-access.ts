import type { Manifest, ManifestProperty } from "@plugboard/manifest";

/**
 * Who may open a path below a public endpoint: a `callback` those whom the settings page sent, a `completion` the platform
 * alone, and everything else anybody.
 */
export type EndpointAccess = "callback" | "completion" | "public";

/** What the manifest says of a path below the public endpoint. */
export function endpointAccess({ configurations = {} }: Manifest, path: string): EndpointAccess {
  const properties = Object.values(configurations).flatMap((section) =>
    "properties" in section ? Object.values(section.properties) : [],
  );
  const asked = comparablePath(path);
  const names = (pathOf: (property: ManifestProperty) => string | undefined): boolean =>
    properties.map(pathOf).some((named) => named !== undefined && comparablePath(named) === asked);
  if (names((property) => (property.type === "button" ? property.callback_url : undefined)))
    return "callback";
  if (names((property) => (property.type === "string" ? property.completion_url : undefined)))
    return "completion";
  return "public";
}

/**
 * A path in the one form to compare it in, without its query. Integrations read paths more or less strictly, so whatever
 * one of them may take for the same path is the same here.
 */
export function comparablePath(path: string): string {
  const [pathname = ""] = path.split("?");
  return `/${decode(pathname)}/`.replaceAll(/\/+/g, "/").toLowerCase();
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
