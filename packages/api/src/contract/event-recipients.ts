import * as z from "zod";
import { operators } from "./callers.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";

/**
 * Why an event does not reach something.
 *
 * - `not_due`: it is not sent out yet
 * - `not_installed_here`, `other_installation`: it happened elsewhere
 * - `removed`, `pending`: what the installation is
 * - `no_scope`: what the manifest does not name
 * - `not_handled`: the integration has no handler for it
 * - `not_subscribed`, `other_place`, `other_channel`, `filtered`, `disabled`: what the webhook endpoint is set to
 * - `too_late`: it became entitled to the event afterwards
 */
export type NotReached = (typeof notReached)[number];

const notReached = [
  "not_due",
  "not_installed_here",
  "other_installation",
  "removed",
  "pending",
  "no_scope",
  "not_handled",
  "not_subscribed",
  "other_place",
  "other_channel",
  "filtered",
  "disabled",
  "too_late",
] as const;

/** Whether an event reaches an integration, or a webhook endpoint of its installation. */
export interface EventRecipient {
  readonly installationId: string;
  readonly integration: string;
  /** The webhook endpoint; absent for the integration itself. */
  readonly endpointId?: string | undefined;
  /** What holds its deliveries back at the moment, such as `installation` while that is paused. */
  readonly holds: readonly string[];
  /** Absent where it is reached. */
  readonly reason?: NotReached | undefined;
  /** The reason in a sentence. */
  readonly detail?: string | undefined;
}

const recipientSchema: z.ZodType<EventRecipient> = z.object({
  installationId: z.string(),
  integration: z.string(),
  endpointId: z.string().optional(),
  holds: z.array(z.string()),
  reason: z.enum(notReached).optional(),
  detail: z.string().optional(),
});

/** Schemas of this file that the OpenAPI document names. */
export const eventRecipientSchemas = { EventRecipient: recipientSchema };

/** Who receives an event. */
export const eventRecipientOperations = defineOperations({
  listEventRecipients: operation({
    method: "GET",
    path: "/events/{eventId}/recipients",
    tag: "Events and deliveries",
    summary: "List who an event reaches, and for all others of the organization why not",
    access: "administrator",
    roles: operators,
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
            detail: "The integration has no handler for space_content_updated.",
          },
        ],
      },
    },
  }),
});
