import * as z from "zod";
import { webhookEventTypes } from "../events/webhook-event.ts";
import { limits } from "./limits.ts";
import { shape } from "./shape.ts";

const word = "[a-z0-9_-]+";

/** Checks the name of a type of events that an organization defines. */
export const customEventTypeSchema = z
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
export const endpointEventTypeSchema = shape(
  "EndpointEventType",
  "An event type that webhook endpoints can subscribe to: built in, or defined by the organization.",
  z.union(
    [z.enum(webhookEventTypes), customEventTypeSchema],
    `must be ${webhookEventTypes.join(", ")}, or a type that the organization defined, as in invoice.paid`,
  ),
);
