import * as z from "zod";
import type { CustomEventType } from "../events/custom-event.ts";
import { type WebhookEventType, webhookEventTypes } from "../events/webhook-event.ts";
import { limits } from "./limits.ts";

/** A type of events that webhook endpoints can subscribe to: one of the platform's, or one that the organization defined. */
export type EndpointEventType = WebhookEventType | CustomEventType;

const word = "[a-z0-9_-]+";

/** Checks the name of a type of events that an organization defines. */
export const customEventTypeSchema: z.ZodType<CustomEventType, CustomEventType> = z
  .templateLiteral(
    [z.string().regex(new RegExp(word)), ".", z.string().regex(new RegExp(`${word}(?:\\.${word})*`))],
    "must be words of a-z, 0-9, _ and - with dots between them, as in invoice.paid",
  )
  .refine(
    ({ length }) => length <= limits.eventTypeLength,
    `must be at most ${limits.eventTypeLength} characters`,
  )
  .meta({ maxLength: limits.eventTypeLength });

/** Checks the name of a type of events that an endpoint subscribes to. */
export const endpointEventTypeSchema: z.ZodType<EndpointEventType, EndpointEventType> = z.union(
  [z.enum(webhookEventTypes), customEventTypeSchema],
  `must be ${webhookEventTypes.join(", ")}, or a type that the organization defined, as in invoice.paid`,
);
