import * as z from "zod";
import { readJson } from "../common/json.ts";
import { publicEndpointOf } from "../common/platform-urls.ts";
import { PlatformError } from "../common/platform-error.ts";
import { configurationSection } from "../installations/installation-rules.ts";
import { getInstallation, requireInstalledIn } from "../installations/installations.ts";
import { getInstalled } from "../integrations/integrations.ts";
import { dispatchFetch } from "./dispatch-fetch.ts";
import type { ProductRef } from "../resources/product-ref.ts";
import type { DispatchContext } from "./dispatch-target.ts";

/** An option of a setting. */
export interface PropertyOption {
  readonly label: string;
  readonly value: string;
}

/** A request for the options of an installation's setting, or of its setting in a resource. */
export interface OptionsRequest {
  readonly installationId: string;
  /** Resources that it is in; the setting is one of the first. Defaults to the organization's installation. */
  readonly resources?: readonly ProductRef[] | undefined;
  /** The setting's name. */
  readonly property: string;
  /** The user's input so far. */
  readonly query?: string | undefined;
}

const maxOptions = 1000;
const optionsSchema: z.ZodType<readonly PropertyOption[]> = z
  .array(z.object({ label: z.string(), value: z.string() }))
  .max(maxOptions)
  .readonly();

/**
 * Fetches the options of a setting from the `completion_url` in the integration's manifest.
 *
 * @throws PlatformError `not_found` if the setting has none, `integration_failed` or
 * `integration_unreachable`
 *
 * @example
 * import { listOptions, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const options = await listOptions(platform, {
 *   installationId: "ins_1",
 *   property: "channel",
 *   query: "docs",
 * });
 * for (const { label, value } of options) console.log(label, value);
 */
export async function listOptions(
  context: DispatchContext,
  { installationId, resources = [], property, query }: OptionsRequest,
): Promise<readonly PropertyOption[]> {
  const installation = await getInstallation(context, installationId);
  await requireInstalledIn(context, installationId, resources);
  const integration = await getInstalled(context, installation);
  const kind = resources[0]?.kind ?? "organization";
  const properties = configurationSection(integration.manifest, kind)?.properties ?? {};
  const setting = Object.hasOwn(properties, property) ? properties[property] : undefined;
  const path = setting?.type === "string" ? setting.completion_url : undefined;
  if (path === undefined) {
    throw new PlatformError(
      "not_found",
      `${integration.name} offers no options for the setting ${property}.`,
    );
  }
  const url = new URL(`${publicEndpointOf(context.urls, installationId)}${path}`);
  if (query !== undefined) url.searchParams.set("query", query);
  const response = await dispatchFetch(
    context,
    { installation, integration, resources },
    { method: "GET", url: url.href, headers: [["accept", "application/json"]] },
  );
  const options = optionsSchema.safeParse(readJson(response.body));
  if (response.status === 200 && options.success) return options.data;
  const what = response.status === 200 ? "no list of options" : `status ${response.status}`;
  throw new PlatformError("integration_failed", `${integration.name} responded with ${what} at ${path}.`);
}
