import type { Environment } from "@plugboard/api";
import { type ContentEvent, createIntegration } from "@plugboard/content/integration";
import type { Integration } from "@plugboard/runtime";

/** An integration that records its handlers' arguments. */
export interface Probe {
  readonly integration: Integration;
  readonly seen: readonly { readonly event: ContentEvent; readonly environment: Environment }[];
}

export const probeManifest = `
name: probe
title: Probe
description: Keeps what it is given.
organization: acme
visibility: private
scopes: [space:content:read, space:metadata:read, site:views:read]
secrets:
  API_KEY: \${{ env.PROBE_API_KEY }}
configurations:
  account:
    properties:
      greeting: { type: string, title: Greeting, description: Said first. }
    required: [greeting]
`;

export function createProbe(): Probe {
  const seen: { event: ContentEvent; environment: Environment }[] = [];
  const keep = (event: ContentEvent, { environment }: { readonly environment: Environment }): void => {
    seen.push({ event, environment });
  };
  const integration = createIntegration({
    events: { installation_setup: keep, space_content_updated: keep, site_view: keep },
    fetch: async (request) =>
      Response.json({ path: new URL(request.url).pathname, body: await request.text() }),
  });
  return { integration, seen };
}
