import * as z from "zod";
import type { ZodMiniType } from "zod/mini";
import { eventBase } from "./event-base-schema.ts";
import type { EnvelopeEvent } from "./runtime-event.ts";
import { fetchEventSchema, runtimeEventSchemas, fetchRequestSchemas } from "./runtime-event-schemas.ts";
import type { EventBase } from "./webhook-event.ts";

/** The error for an event that doesn't match its type. */
export class EventError extends Error {
  override readonly name = "EventError";
  readonly code = "invalid_event";
  /** The invalid field, such as `visitor.ip`. Empty if the event as a whole is invalid. */
  readonly path: string;

  constructor(message: string, path: string, options?: ErrorOptions) {
    super(message, options);
    this.path = path;
  }
}

/** An event of an unknown type, from a newer platform. */
export interface UnknownEvent extends EventBase {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A parsed event. Check `known` first. */
export type ParsedEvent =
  | { readonly known: true; readonly event: EnvelopeEvent }
  | { readonly known: false; readonly event: UnknownEvent };

const unknownEvent: z.ZodType<UnknownEvent> = z.looseObject({ ...eventBase, type: z.string() });

const knownEvents: ReadonlyMap<string, ZodMiniType<EnvelopeEvent>> = new Map<
  string,
  ZodMiniType<EnvelopeEvent>
>([
  ...Object.entries(runtimeEventSchemas),
  ...Object.entries(fetchRequestSchemas),
  ["fetch", fetchEventSchema],
]);

/**
 * Validates an event and reports whether this package knows its type. Unknown fields are kept.
 *
 * @throws {EventError} with the path of the invalid field
 *
 * @example
 * ```ts
 * import { parseEvent } from "@plugboard/api/schemas";
 *
 * const parsed = parseEvent({ type: "space_view", eventId: "evt_1", installationId: "ins_1", spaceId: "spc_1" });
 * if (parsed.known) console.log(parsed.event.type);
 * ```
 */
export function parseEvent(value: unknown): ParsedEvent {
  const event = check(unknownEvent, value);
  const schema = knownEvents.get(event.type);
  return schema === undefined ? { known: false, event } : { known: true, event: check(schema, event) };
}

function check<Event>(schema: ZodMiniType<Event>, value: unknown): Event {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.map(String).join(".") ?? "";
  const message = `The event is not valid${path === "" ? "" : ` at ${path}`}: ${issue?.message ?? "no reason given"}`;
  throw new EventError(message, path, { cause: result.error });
}
