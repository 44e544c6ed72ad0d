import type { FetchEvent } from "@plugboard/api";
import { callIntegration } from "./call-integration.ts";
import type { PlatformWorld } from "./emit-event.ts";
import { nextId } from "./platform-state.ts";
import { testIds } from "./test-ids.ts";

/** Hands a request to the integration's public endpoint to the integration, body untouched. */
export async function callPublicEndpoint(world: PlatformWorld, request: Request): Promise<Response> {
  const event: FetchEvent = {
    type: "fetch",
    eventId: nextId(world.state, "event"),
    installationId: testIds.installation,
    request: { method: request.method, url: request.url, headers: [...request.headers] },
  };
  const body = new Uint8Array(await request.arrayBuffer());
  return callIntegration(world, { event, subject: {}, ...(body.length > 0 && { fetchBody: body }) });
}
