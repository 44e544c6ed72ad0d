import { createComponent } from "@plugboard/components";
import { createIntegration } from "@plugboard/content/integration";
import type { Integration } from "@plugboard/runtime";

/** Manifest of the integration that the scenarios are played with. */
export const manifest = `
name: recorder
title: Recorder
description: Records what it receives
organization: acme
visibility: private
scopes: [space:content:read, site:views:read]
configurations:
  account:
    properties:
      channel: { type: string, title: Channel, description: Where to, completion_url: /channels }
      limit: { type: number, title: Limit, description: How many, default: 5 }
      oauth_credentials: { type: button, title: Account, description: Connects, button_text: Go, callback_url: /oauth }
    required: [channel]
  site:
    properties:
      label: { type: string, title: Label, description: What it is called }
secrets:
  TOKEN: \${{ env.TOKEN }}
`;

/** The events that the integration received, in order. */
export interface Received {
  readonly event: unknown;
  readonly environment: unknown;
}

/** An integration that handles and records all events. */
export function createRecorder(received: { push(item: Received): unknown }): Integration {
  const record = async (
    event: { readonly type: string },
    { environment }: { readonly environment: unknown },
  ): Promise<void> => {
    await received.push({ event, environment });
  };
  return createIntegration({
    components: [
      createComponent({
        componentId: "counter",
        initialState: () => ({ count: 0 }),
        action: async ({ state }, { action }) =>
          action === "add" ? { state: { count: state.count + 1 } } : {},
        render: async ({ state }) => ({
          type: "block",
          children: [
            { type: "text", children: [`Count ${state.count}`] },
            { type: "button", label: "Add", onPress: { action: "add" } },
          ],
        }),
      }),
      createComponent({
        componentId: "broken",
        render: async () => {
          throw new Error("not today");
        },
      }),
    ],
    events: {
      installation_setup: record,
      installation_deleted: record,
      space_installation_setup: record,
      space_installation_deleted: record,
      site_installation_setup: record,
      site_installation_deleted: record,
      space_content_updated: record,
    },
    task: record,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith("/channels")) return Response.json([{ label: "#docs", value: "C1" }]);
      if (pathname.endsWith("/cookie"))
        return new Response("ok", { headers: { "set-cookie": "own=1; Path=/; Domain=example.com" } });
      return new Response(`${request.method} ${await request.text()}`, { status: 202 });
    },
  });
}
