import {
  defineOperations,
  type Infer,
  managers,
  operation,
  pageOf,
  pageQuerySchema,
  platformEventSchema,
  shape,
} from "@plugboard/api/contract";
import * as z from "zod";
import { pathParameters } from "../../parameters/path-parameters.ts";

const erasureSchema = shape(
  "VisitorErasure",
  "The erased data of a visitor.",
  z.object({ events: z.int().describe("The number of erased events.") }),
);

const eventSchema = shape(
  "PlatformEventResource",
  platformEventSchema.description ?? "",
  platformEventSchema.extend({ spaceId: z.string().optional(), siteId: z.string().optional() }),
);

const event: Infer<typeof eventSchema> = {
  id: "evt_1",
  type: "site_view",
  siteId: "sit_1",
  payload: { visitor: { anonymousId: "4f1c" } },
  dueAt: "2026-01-15T09:30:00.000Z",
  createdAt: "2026-01-15T09:30:00.000Z",
  recipients: ["ins_1"],
};

/** Operations for the data of visitors. */
export const visitorOperations = defineOperations(
  {
    listVisitorEvents: operation({
      method: "GET",
      path: "/organizations/{organizationId}/visitors/{visitorId}/events",
      tag: "Organizations",
      summary: "List the events with a visitor's data, newest first",
      access: "administrator",
      roles: managers,
      query: pageQuerySchema,
      response: pageOf(eventSchema),
      example: { response: { items: [event] } },
    }),
    eraseVisitor: operation({
      method: "DELETE",
      path: "/organizations/{organizationId}/visitors/{visitorId}",
      reach: "all",
      audit: "platform",
      tag: "Organizations",
      summary: "Erase a visitor's data: events, deliveries and submitted content",
      access: "administrator",
      roles: managers,
      response: erasureSchema,
      example: { response: { events: 12 } },
    }),
  },
  pathParameters,
);
