import type { RuntimeEvent } from "@plugboard/api";
import { integrationDescriptionSchema } from "@plugboard/api/schemas";
import { emitEvent, type EmitResult, type PlatformWorld } from "./emit-event.ts";
import { nextId } from "./platform-state.ts";
import { createEvent } from "./sample-event.ts";
import { createDescriptionRequest } from "./signed-request.ts";

/**
 * Removes the integration. Its space is told first, then its site, where it handles these events, and then the
 * installation, whose answer is the result.
 */
export async function uninstall(world: PlatformWorld): Promise<EmitResult> {
  const { state } = world;
  const handled = await readHandledEvents(world);
  state.removed = true;
  state.queue.length = 0;
  const parts: readonly RuntimeEvent[] = [
    createEvent("space_installation_deleted", {}, nextId(state, "event")),
    createEvent("site_installation_deleted", {}, nextId(state, "event")),
  ];
  for (const event of parts) if (handled.includes(event.type)) await emitEvent(world, event);
  return emitEvent(world, createEvent("installation_deleted", {}, nextId(state, "event")));
}

/** What the integration says it handles. */
async function readHandledEvents({ integration, state }: PlatformWorld): Promise<readonly string[]> {
  const { signingSecret, now } = state;
  const request = await createDescriptionRequest(signingSecret, now());
  const response = await integration.fetch(request, { PLUGBOARD_SIGNING_SECRET: signingSecret }, { now });
  return integrationDescriptionSchema.parse(await response.json()).events;
}
