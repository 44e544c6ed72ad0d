/** Where the platform is reached from outside. */
export interface PlatformUrls {
  /** Base of the HTTP API, ends in `/v1`. */
  readonly api: string;
  /** Origin of the console. */
  readonly console: string;
  /** Origin of public endpoints and sites; another one than the console's. */
  readonly sites: string;
  /**
   * Origin with `*` as its first label, as in `https://*.apps.example.net`, in whose place each installation has a host of its
   * own. Absent: public endpoints are below {@link sites}, where all installations share a host.
   */
  readonly integrations?: string | undefined;
}

/**
 * The public endpoint of an installation; the paths an integration's manifest names hang below it.
 *
 * @example
 * import { publicEndpointOf } from "@plugboard/platform";
 *
 * const urls = {
 *   api: "https://docs.example.com/v1",
 *   console: "https://docs.example.com",
 *   sites: "https://sites.example.net",
 * };
 * console.log(publicEndpointOf(urls, "ins_1"));
 */
export function publicEndpointOf(urls: PlatformUrls, installationId: string): string {
  if (urls.integrations === undefined) return `${urls.sites}/integrations/${installationId}`;
  return urls.integrations.replace("*", toHostLabel(installationId));
}

/**
 * The endpoint of an integration itself, which is that of no installation and the same for all of them.
 *
 * @example
 * import { integrationEndpointOf } from "@plugboard/platform";
 *
 * const urls = {
 *   api: "https://docs.example.com/v1",
 *   console: "https://docs.example.com",
 *   sites: "https://sites.example.net",
 * };
 * console.log(integrationEndpointOf(urls, "greeter")); // "https://sites.example.net/integrations/greeter"
 */
export function integrationEndpointOf({ sites }: PlatformUrls, integration: string): string {
  return `${sites}/integrations/${integration}`;
}

/** What is between an installation's public endpoint and the id of a space or site, whose own endpoint that makes. */
const resourceSegments = { space: "~spaces", site: "~sites" } as const;

/** The public endpoint of a space or site installation, below that of the installation. */
export function resourceEndpointOf(
  urls: PlatformUrls,
  {
    installationId,
    kind,
    resourceId,
  }: { installationId: string; kind: "space" | "site"; resourceId: string },
): string {
  return `${publicEndpointOf(urls, installationId)}/${resourceSegments[kind]}/${resourceId}`;
}

/** Of a path below an installation's public endpoint, the space or site it is for, and the path below that one's. */
export function readResourcePath(path: string): {
  readonly path: string;
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
} {
  const [, segment, id, ...rest] = path.split("/");
  if (id === undefined || id === "") return { path };
  const below = `/${rest.join("/")}`;
  if (segment === resourceSegments.space) return { path: below, spaceId: id };
  if (segment === resourceSegments.site) return { path: below, siteId: id };
  return { path };
}

/**
 * The installation whose own host a request is for; `undefined` for every other host, and where installations have none.
 *
 * @param host - the request's host with its port, if it has one
 * @example
 * import { installationOfHost, publicEndpointOf } from "@plugboard/platform";
 *
 * const urls = {
 *   api: "https://docs.example.com/v1",
 *   console: "https://docs.example.com",
 *   sites: "https://sites.example.net",
 *   integrations: "https://*.apps.example.net",
 * };
 * const { host } = new URL(publicEndpointOf(urls, "ins_1aB"));
 * console.log(installationOfHost(urls, host)); // "ins_1aB"
 */
export function installationOfHost({ integrations }: PlatformUrls, host: string): string | undefined {
  if (integrations === undefined) return undefined;
  const { host: wildcard, protocol } = new URL(integrations);
  const usualPort = protocol === "https:" ? ":443" : ":80";
  const given = host.toLowerCase();
  const shared = wildcard.slice(1);
  const named = [shared, `${shared}${usualPort}`].find((end) => given.endsWith(end));
  return named === undefined ? undefined : fromHostLabel(given.slice(0, -named.length));
}

// Hosts know no capitals and no underscore, and identifiers have both: a hyphen comes before what was a capital, and two
// stand for an underscore.
function toHostLabel(id: string): string {
  return id.replaceAll("_", "--").replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

function fromHostLabel(label: string): string | undefined {
  if (!/^[a-z](?:[a-z0-9]|--(?!-)|-[a-z])*$/.test(label)) return undefined;
  return label
    .replaceAll("--", "_")
    .replaceAll(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/**
 * The address of a published site.
 *
 * @example
 * import { publishedUrlOf } from "@plugboard/platform";
 *
 * const urls = {
 *   api: "https://docs.example.com/v1",
 *   console: "https://docs.example.com",
 *   sites: "https://sites.example.net",
 * };
 * console.log(publishedUrlOf(urls, "handbook"));
 */
export function publishedUrlOf(urls: PlatformUrls, siteSlug: string): string {
  return `${urls.sites}/sites/${encodeURIComponent(siteSlug)}/`;
}

/** The base of the files of a version of an integration, or the address of one of them. */
export function assetUrlOf(
  { sites }: PlatformUrls,
  { name, version }: { readonly name: string; readonly version: number },
  path = "",
): string {
  const parts = path.replace(/^\.\//, "").split("/").map(encodeURIComponent);
  return `${sites}/assets/${encodeURIComponent(name)}/${version}/${parts.join("/")}`;
}
