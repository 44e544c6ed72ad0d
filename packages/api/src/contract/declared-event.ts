import * as z from "zod";
import { eventBase } from "../events/event-base-schema.ts";

/** An event type of a product, without its scope and sample. */
export interface DeclaredEvent {
  /** One line, without a full stop. */
  readonly summary: string;
  /** The kind of resource that the event is about. */
  readonly on: string;
  /** The version of its fields. Increase it for breaking changes. Defaults to 1. */
  readonly version?: string | undefined;
  /** `false` if webhook endpoints cannot subscribe to it, only integrations. */
  readonly webhook?: false | undefined;
  /** Its own fields, without those that the platform sets. */
  readonly fields: z.ZodObject;
}

/**
 * Returns the schema of an event as its recipients get it: its own fields, those of every event, and the ID of its resource.
 *
 * @example
 * import { eventBodySchema } from "@plugboard/api/contract";
 * import * as z from "zod";
 *
 * const body = eventBodySchema("issue_opened", { on: "project", fields: z.object({ issueId: z.string() }) });
 * console.log(Object.keys(body.shape)); // [ 'eventId', 'installationId', 'type', 'projectId', 'issueId' ]
 */
export function eventBodySchema(
  type: string,
  { on, fields }: Pick<DeclaredEvent, "on" | "fields">,
): z.ZodObject {
  return z.looseObject({
    ...eventBase,
    type: z.literal(type),
    [`${on}Id`]: z.string(),
    ...fields.shape,
  });
}
