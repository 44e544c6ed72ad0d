import { ApiError } from "@plugboard/api/client";
import { listIntegrationInstallations } from "@plugboard/api/routes";
import { getSite, listSiteInstallations, listSpaceInstallations } from "@plugboard/content/routes";
import { type CompatApi, readAll } from "./compat-call.ts";

// Each site and space costs a request.
const maxResources = 10;

/** Returns the ids of the sites that the caller's installation is in. */
export async function listInstalledSites(api: CompatApi, organization: string): Promise<readonly string[]> {
  const params = { installationId: await findInstallation(api, organization) };
  const sites = await readAll(api.list(listSiteInstallations, { params }));
  return sites.map(({ site }) => site);
}

/** Returns the ids of the spaces that the caller's installation is in, directly or through a site; at most ten. */
export async function listInstalledSpaces(api: CompatApi, organization: string): Promise<readonly string[]> {
  const params = { installationId: await findInstallation(api, organization) };
  const spaces = await readAll(api.list(listSpaceInstallations, { params }));
  const sites = await listInstalledSites(api, organization);
  const published = await Promise.all(
    sites
      .slice(0, maxResources)
      .map(async (siteId) => (await api.call(getSite, { params: { siteId } })).spaceId),
  );
  return [...new Set([...spaces.map(({ space }) => space), ...published])].slice(0, maxResources);
}

/**
 * An installation's token identifies the installation. An integration's own token covers every organization
 * it is installed in.
 */
async function findInstallation(api: CompatApi, organization: string): Promise<string> {
  const { installation, sub } = readClaims(api.token);
  if (typeof installation === "string") return installation;
  const installed = api.list(listIntegrationInstallations, { params: { integration: String(sub) } });
  const own = (await readAll(installed)).find((each) => each.organization === organization);
  if (own !== undefined) return own.id;
  const message = `The integration is not installed in the organization ${organization}.`;
  throw new ApiError("not_found", message, { status: 404 });
}

/** The claims of a token, unverified: the platform checks the token in every call. */
function readClaims(token = ""): { readonly installation?: unknown; readonly sub?: unknown } {
  const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
  try {
    return Object(JSON.parse(atob(payload)));
  } catch {
    return {};
  }
}
