import { eventScopes, webhookEventTypes } from "@plugboard/api";
import type { EventTypeResource } from "@plugboard/api/client";
import { type eventTypeOperations, webhookEventCatalogue } from "@plugboard/api/contract";
import { webhookEventSchemas } from "@plugboard/api/schemas";
import * as z from "zod";
import { createTestEvent } from "../endpoints/send-test-event.ts";
import type { OperationHandlers } from "./operation-handler.ts";
import { paginate } from "./paginate.ts";

const eventTypes: readonly EventTypeResource[] = webhookEventTypes.map((type) => ({
  type,
  ...webhookEventCatalogue[type],
  scope: eventScopes[type],
  schema: { ...z.toJSONSchema(webhookEventSchemas[type], { io: "input" }) },
  example: { ...createTestEvent(type, { eventId: "evt_test", installationId: "ins_test" }) },
}));

/** What webhook endpoints can subscribe to. */
export function createEventTypeHandlers(): OperationHandlers<keyof typeof eventTypeOperations> {
  return { listEventTypes: async ({ query }) => paginate(eventTypes, ({ type }) => type, query) };
}
