import { createHash } from "node:crypto";
import type { UiRenderEvent } from "@plugboard/api";
import type { DispatchTarget } from "./build-environment.ts";

/**
 * The key of a rendering: a digest of all that the integration is told, but for the ids and tokens that are new each time,
 * and of its publication. So what an installation's configuration or a publication changes is asked for anew.
 */
export function componentKey({ integration, environment }: DispatchTarget, event: UiRenderEvent): string {
  const told = { ...environment, apiTokens: undefined };
  const asked = { ...event, eventId: undefined };
  const published = [integration.url, integration.version, integration.updatedAt];
  return createHash("sha256")
    .update(JSON.stringify([published, told, asked]))
    .digest("base64");
}
