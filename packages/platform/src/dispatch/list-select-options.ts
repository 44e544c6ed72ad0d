import * as z from "zod";
import type { SelectOption } from "@plugboard/api/client";
import { readJson } from "../common/json.ts";
import { PlatformError } from "../common/platform-error.ts";
import { publicEndpointOf, readResourcePath } from "../common/platform-urls.ts";
import { getInstallation, requireInstalledIn } from "../installations/installations.ts";
import { endpointAccess } from "../integrations/endpoint-access.ts";
import { getInstalled } from "../integrations/integrations.ts";
import { dispatchFetch } from "./dispatch-fetch.ts";
import { kindsOf } from "../resources/kinds-of.ts";
import type { DispatchContext } from "./dispatch-target.ts";

/** A request for the options of a `select` with a URL. */
export interface SelectOptionsRequest {
  readonly installationId: string;
  /** The URL in the component: below the installation's public endpoint, and public. */
  readonly url: string;
  /** The user's input so far. */
  readonly query?: string | undefined;
}

const maxOptions = 1000;
const optionsSchema: z.ZodType<readonly SelectOption[]> = z
  .array(z.object({ id: z.string(), label: z.string(), icon: z.string().exactOptional() }))
  .max(maxOptions)
  .readonly();

/**
 * Fetches the options of a `select` in an integration's component. Pages cannot fetch them: the integration
 * has a different origin than the console, and a component must not choose the URLs that a page calls.
 *
 * @throws PlatformError `invalid_request` if the URL is outside the installation's public endpoint,
 * `forbidden` if the installation is paused, `integration_failed` or `integration_unreachable`
 *
 * @example
 * import type { Platform } from "@plugboard/platform";
 * import { listSelectOptions } from "@plugboard/platform/product";
 *
 * declare const platform: Platform;
 * const url = "https://sites.example.net/integrations/ins_1/people";
 * console.log(await listSelectOptions(platform, { installationId: "ins_1", url }));
 */
export async function listSelectOptions(
  context: DispatchContext,
  { installationId, url, query }: SelectOptionsRequest,
): Promise<readonly SelectOption[]> {
  const installation = await getInstallation(context, installationId);
  const integration = await getInstalled(context, installation);
  const base = publicEndpointOf(context.urls, installationId);
  const parsed = URL.parse(url);
  const below = parsed?.href.startsWith(`${base}/`) === true ? parsed.pathname : undefined;
  const { path, resource } = readResourcePath(
    below?.slice(new URL(base).pathname.length) ?? "",
    kindsOf(context),
  );
  const resources = resource === undefined ? [] : [resource];
  if (parsed === null || below === undefined || endpointAccess(integration.manifest, path) !== "public") {
    const message = `must be below ${base}, and public`;
    throw new PlatformError("invalid_request", `url: ${message}.`, [{ path: "url", message }]);
  }
  await requireInstalledIn(context, installationId, resources);
  if (query !== undefined) parsed.searchParams.set("query", query);
  const response = await dispatchFetch(
    context,
    { installation, integration, resources },
    { method: "GET", url: parsed.href, headers: [["accept", "application/json"]] },
  );
  const options = optionsSchema.safeParse(readJson(response.body));
  if (response.status === 200 && options.success) return options.data;
  const what = response.status === 200 ? "no list of options" : `status ${response.status}`;
  throw new PlatformError("integration_failed", `${integration.name} responded with ${what} at ${path}.`);
}
