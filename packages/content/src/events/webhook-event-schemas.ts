// Uses zod/mini because webhook receivers bundle these schemas.
import { eventBase } from "@plugboard/api/schemas";
import * as z from "zod/mini";
import type {
  PageFeedbackEvent,
  SiteViewEvent,
  SpaceContentUpdatedEvent,
  Visitor,
  WebhookEventMap,
} from "./content-event.ts";

/** The schema of a visitor. Unknown fields are kept, as everywhere in this contract. */
export const visitorSchema: z.ZodMiniType<Visitor> = z.looseObject({
  anonymousId: z.string(),
  userAgent: z.string(),
  ip: z.string(),
  cookies: z.record(z.string(), z.string()),
});

const spaceContentUpdated: z.ZodMiniType<SpaceContentUpdatedEvent> = z.looseObject({
  ...eventBase,
  type: z.literal("space_content_updated"),
  spaceId: z.string(),
  revisionId: z.string(),
});

const siteView: z.ZodMiniType<SiteViewEvent> = z.looseObject({
  ...eventBase,
  type: z.literal("site_view"),
  siteId: z.string(),
  visitor: visitorSchema,
  url: z.string(),
  referrer: z.string(),
});

const pageFeedback: z.ZodMiniType<PageFeedbackEvent> = z.looseObject({
  ...eventBase,
  type: z.literal("page_feedback"),
  siteId: z.string(),
  spaceId: z.string(),
  pageId: z.string(),
  feedback: z.looseObject({ rating: z.string(), comment: z.string() }),
  visitor: visitorSchema,
  url: z.string(),
  referrer: z.string(),
});

/**
 * The payload schemas of the product's webhook events, for a receiver.
 *
 * @example
 * ```ts
 * import { webhookEventSchemas } from "@plugboard/content/schemas";
 * import { createWebhookReceiver } from "@plugboard/webhook-receiver";
 *
 * export const receiver = createWebhookReceiver({
 *   secret: process.env["WEBHOOK_SECRET"] ?? "",
 *   schemas: webhookEventSchemas,
 *   events: { page_feedback: ({ feedback }) => console.log(feedback.rating) },
 * });
 * ```
 */
export const webhookEventSchemas: {
  readonly [Type in keyof WebhookEventMap]: z.ZodMiniType<WebhookEventMap[Type]>;
} = {
  space_content_updated: spaceContentUpdated,
  site_view: siteView,
  page_feedback: pageFeedback,
};
