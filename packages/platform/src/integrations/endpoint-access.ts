import type { Manifest, ManifestProperty } from "@plugboard/manifest";

/**
 * Who can open a path below a public endpoint: `callback` for people sent by the settings page, `completion`
 * for the platform only, `public` for anyone.
 */
export type EndpointAccess = "callback" | "completion" | "public";

/** Returns the access of a path below the public endpoint, as declared in the manifest. */
export function endpointAccess({ configurations = {} }: Manifest, path: string): EndpointAccess {
  const properties = Object.values(configurations).flatMap((section) =>
    "properties" in section ? Object.values(section.properties) : [],
  );
  const requested = comparablePath(path);
  const names = (pathOf: (property: ManifestProperty) => string | undefined): boolean =>
    properties.map(pathOf).some((named) => named !== undefined && comparablePath(named) === requested);
  if (names((property) => (property.type === "button" ? property.callback_url : undefined)))
    return "callback";
  if (names((property) => (property.type === "string" ? property.completion_url : undefined)))
    return "completion";
  return "public";
}

/**
 * Normalizes a path for comparison, without its query. Integrations parse paths more or less strictly, so all
 * forms that one could treat as equal are equal here.
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
