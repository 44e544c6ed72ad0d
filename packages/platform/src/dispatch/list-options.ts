import type { ManifestProperty } from "@plugboard/manifest";
import * as z from "zod";
import { PlatformError } from "../common/platform-error.ts";
import { readJson } from "../common/read-json.ts";
import type { DispatchTarget } from "./build-environment.ts";
import { dispatchFetch } from "./dispatch-fetch.ts";
import type { IntegrationRunner } from "./integration-runner.ts";

/** One choice of a setting. */
export interface PropertyOption {
  readonly label: string;
  readonly value: string;
}

/** What to ask for. */
export interface OptionsRequest {
  /** The setting as the manifest declares it. */
  readonly property: ManifestProperty | undefined;
  readonly name: string;
  /** What the user has typed so far. */
  readonly query?: string;
}

const maximumOptions = 1000;
const optionsSchema: z.ZodType<readonly PropertyOption[]> = z
  .array(z.object({ label: z.string(), value: z.string() }))
  .max(maximumOptions)
  .readonly();

/**
 * Asks an integration for the choices of a setting, at the `completion_url` that its manifest names.
 *
 * @throws PlatformError `not_found` for a setting without one, `integration_failed` or `integration_unreachable`
 */
export async function listOptions(
  runner: IntegrationRunner,
  target: DispatchTarget,
  { property, name, query }: OptionsRequest,
): Promise<readonly PropertyOption[]> {
  const path = property?.type === "string" ? property.completion_url : undefined;
  if (path === undefined) {
    throw new PlatformError(
      "not_found",
      `${target.integration.name} offers no options for a setting named ${name}.`,
    );
  }
  const url = new URL(`${target.environment.integration.urls.publicEndpoint}${path}`);
  if (query !== undefined) url.searchParams.set("query", query);
  const headers = [["accept", "application/json"]] as const;
  const response = await dispatchFetch(runner, target, { method: "GET", url: url.href, headers });
  const options = optionsSchema.safeParse(readJson(response.body));
  if (response.status === 200 && options.success) return options.data;
  const answer = response.status === 200 ? "no list of options" : `status ${response.status}`;
  throw new PlatformError("integration_failed", `${target.integration.name} answered ${answer} at ${path}.`);
}
