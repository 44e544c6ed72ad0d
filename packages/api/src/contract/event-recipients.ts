import * as z from "zod";
import { operators } from "./callers.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";
import { shape } from "./shape.ts";

const notReached = shape(
  "NotReached",
  "Why an event does not reach a recipient. `not_due`: it isn't sent yet. `not_installed_here`, `other_installation`: it happened elsewhere. `removed`, `pending`: the installation's status. `no_scope`: the manifest lacks the scope. `not_handled`: the integration has no handler for it. `not_subscribed`, `other_location`, `other_channel`, `filtered`, `disabled`: the webhook endpoint's settings. `too_late`: the recipient became entitled to the event afterwards.",
  z.enum([
    "not_due",
    "not_installed_here",
    "other_installation",
    "removed",
    "pending",
    "no_scope",
    "not_handled",
    "not_subscribed",
    "other_location",
    "other_channel",
    "filtered",
    "disabled",
    "too_late",
  ]),
);

const recipientSchema = shape(
  "EventRecipient",
  "Whether an event reaches an integration or one of its installation's webhook endpoints.",
  z.object({
    installationId: z.string(),
    integration: z.string(),
    endpointId: z.string().optional().describe("The webhook endpoint. Not set for the integration itself."),
    holds: z
      .array(z.string())
      .describe("Why its deliveries are held back, such as `installation` while the installation is paused."),
    reason: notReached.optional().describe("Why the event doesn't reach it. Not set if it does."),
    detail: z.string().optional().describe("The reason as a sentence."),
  }),
);

/** Operations for event recipients. */
export const eventRecipientOperations = defineOperations({
  listEventRecipients: operation({
    method: "GET",
    path: "/events/{eventId}/recipients",
    tag: "Events and deliveries",
    summary: "List an event's recipients, and the reason for every installation that doesn't receive it",
    access: "administrator",
    keyScope: "organization:deliveries:read",
    roles: operators,
    agents: true,
    query: pageQuerySchema,
    response: pageOf(recipientSchema),
    example: {
      response: {
        items: [
          { installationId: "ins_1", integration: "webhook", endpointId: "whe_1", holds: [] },
          {
            installationId: "ins_1",
            integration: "webhook",
            holds: [],
            reason: "not_handled",
            detail: "The integration has no handler for invoice.paid.",
          },
        ],
      },
    },
  }),
});
