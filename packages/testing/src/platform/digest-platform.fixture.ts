import { type ContentEvent, createIntegration } from "@plugboard/content/integration";
import type { IntegrationContext } from "@plugboard/runtime";
import { createTestPlatform } from "./create-test-platform.ts";
import type { TestPlatform } from "./test-platform.ts";
import type { TestPlatformOptions } from "./test-platform-options.ts";

const manifest = `
name: digest
title: Digest
description: Reports to a channel what changed
organization: acme
visibility: private
scopes: [space:content:read, space:content:write, site:views:read, space:metadata:read]
configurations:
  account:
    properties:
      channel: { type: string, title: Channel, description: Where to }
      limit: { type: number, title: Limit, description: How much of it, default: 5 }
    required: [channel]
  site:
    properties:
      label: { type: string, title: Label, description: What it is called }
secrets:
  TOKEN: \${{ env.TOKEN }}
`;
const installation = { configuration: { channel: "general" } };

/** Handles all events of the integration. */
export type Handler = (event: ContentEvent, context: IntegrationContext) => unknown;

/** Creates a platform whose integration handles all events with one function. */
export function createDigestPlatform(
  handle: Handler,
  options: Partial<TestPlatformOptions> = {},
): Promise<TestPlatform> {
  const integration = createIntegration({
    events: {
      installation_setup: handle,
      installation_deleted: handle,
      space_content_updated: handle,
      site_view: handle,
      page_feedback: handle,
    },
    task: handle,
    fetch: async (request) => {
      const { method, url, headers } = request;
      return Response.json(
        { method, url, header: headers.get("x-test"), body: await request.text() },
        { status: 201, headers: { "x-answer": "yes" } },
      );
    },
  });
  return createTestPlatform(integration, { manifest, installation, secrets: { TOKEN: "t" }, ...options });
}
