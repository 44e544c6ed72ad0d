/** The platform's public URLs. */
export interface PlatformUrls {
  /** The base URL of the HTTP API, ending in `/v1`. */
  readonly api: string;
  /** The console's origin. */
  readonly console: string;
  /** The origin of public endpoints and of the product's public pages. Must differ from the console's. */
  readonly public: string;
  /**
   * An origin with `*` as its first label, such as `https://*.apps.example.net`, which gives each
   * installation its own host. If `undefined`, public endpoints are below {@link public} and all installations
   * share a host.
   */
  readonly integrations?: string | undefined;
}

/**
 * Returns an installation's public endpoint, the base of the paths in the integration's manifest.
 *
 * @example
 * import { publicEndpointOf } from "@plugboard/platform";
 *
 * const urls = {
 *   api: "https://docs.example.com/v1",
 *   console: "https://docs.example.com",
 *   public: "https://sites.example.net",
 * };
 * console.log(publicEndpointOf(urls, "ins_1"));
 */
export function publicEndpointOf(urls: PlatformUrls, installationId: string): string {
  if (urls.integrations === undefined) return `${urls.public}/integrations/${installationId}`;
  return urls.integrations.replace("*", toHostLabel(installationId));
}

/**
 * Returns the endpoint of the integration itself, shared by all its installations.
 */
export function integrationEndpointOf(urls: PlatformUrls, integration: string): string {
  return `${urls.public}/integrations/${integration}`;
}

/** The kinds of a product with their names in paths. */
type KindPaths = Readonly<Record<string, { readonly plural: string }>>;

/** Returns the public endpoint of an installation in a resource. */
export function resourceEndpointOf(
  urls: PlatformUrls,
  { installationId, kind, resourceId }: { installationId: string; kind: string; resourceId: string },
  kinds: KindPaths,
): string {
  return `${publicEndpointOf(urls, installationId)}/~${kinds[kind]?.plural ?? kind}/${resourceId}`;
}

/**
 * Splits a path below an installation's public endpoint into the resource that it names, such as
 * `/~projects/prj_1`, and the remaining path.
 */
export function readResourcePath(
  path: string,
  kinds: KindPaths,
): { readonly path: string; readonly resource?: { readonly kind: string; readonly id: string } | undefined } {
  const [, segment, id, ...rest] = path.split("/");
  if (id === undefined || id === "") return { path };
  const [kind] = Object.entries(kinds).find(([, { plural }]) => segment === `~${plural}`) ?? [];
  return kind === undefined ? { path } : { path: `/${rest.join("/")}`, resource: { kind, id } };
}

/**
 * Returns the installation whose own host a request was sent to. `undefined` for other hosts, or if
 * installations have no hosts.
 *
 * @param host - the request's host, with its port if it has one
 *
 * @example
 * import { installationOfHost, publicEndpointOf } from "@plugboard/platform";
 *
 * const urls = {
 *   api: "https://docs.example.com/v1",
 *   console: "https://docs.example.com",
 *   public: "https://sites.example.net",
 *   integrations: "https://*.apps.example.net",
 * };
 * const { host } = new URL(publicEndpointOf(urls, "ins_1aB"));
 * console.log(installationOfHost(urls, host)); // "ins_1aB"
 */
export function installationOfHost({ integrations }: PlatformUrls, host: string): string | undefined {
  if (integrations === undefined) return undefined;
  const { host: wildcard, protocol } = new URL(integrations);
  const usualPort = protocol === "https:" ? ":443" : ":80";
  const hostname = host.toLowerCase();
  const shared = wildcard.slice(1);
  const suffix = [shared, `${shared}${usualPort}`].find((end) => hostname.endsWith(end));
  return suffix === undefined ? undefined : fromHostLabel(hostname.slice(0, -suffix.length));
}

// Hosts have neither capitals nor underscores, but ids do: `-` marks the next letter as a capital, and `--`
// stands for an underscore.
function toHostLabel(id: string): string {
  return id.replaceAll("_", "--").replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

function fromHostLabel(label: string): string | undefined {
  if (!/^[a-z](?:[a-z0-9]|--(?!-)|-[a-z])*$/.test(label)) return undefined;
  return label
    .replaceAll("--", "_")
    .replaceAll(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** Returns the base URL of the files of an integration's version, or the URL of one file. */
export function assetUrlOf(
  urls: PlatformUrls,
  { name, version }: { readonly name: string; readonly version: number },
  path = "",
): string {
  const parts = path.replace(/^\.\//, "").split("/").map(encodeURIComponent);
  return `${urls.public}/assets/${encodeURIComponent(name)}/${version}/${parts.join("/")}`;
}
