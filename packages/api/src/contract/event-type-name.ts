import * as z from "zod";
import { limits } from "./limits.ts";
import { shape } from "./shape.ts";

const word = "[a-z0-9_-]+";
const customName = `${word}(?:\\.${word})+`;
const name = z.string().max(limits.eventTypeLength);

/** Checks the name of an event type that an organization defines. */
export const customEventTypeSchema = name.regex(
  new RegExp(`^${customName}$`),
  "must be words of a-z, 0-9, _ and - with dots between them, as in invoice.paid",
);

/** Checks the name of an event type that an endpoint subscribes to. */
export const endpointEventTypeSchema = shape(
  "EndpointEventType",
  "An event type that webhook endpoints can subscribe to: one of `listEventTypes`, one that the organization defined, or `invoice.*` for all types that begin with `invoice.`.",
  name.regex(
    new RegExp(`^(?:[a-z][a-z0-9_]*|${customName}|${word}(?:\\.${word})*\\.\\*)$`),
    "must be a type of listEventTypes, a type that the organization defined, as in invoice.paid, or a wildcard, as in invoice.*",
  ),
);

/** The event types that a portal session is limited to. */
export const portalEventTypesSchema = z
  .array(endpointEventTypeSchema)
  .min(1, "must name at least one event type")
  .max(limits.endpointEventTypes)
  .optional();
