import * as z from "zod";
import type { ZodMiniType } from "zod/mini";
import { eventBase } from "./event-base-schema.ts";
import type { EnvelopeEvent } from "./runtime-event.ts";
import { fetchEventSchema, runtimeEventSchemas, fetchRequestSchemas } from "./runtime-event-schemas.ts";
import type { EventBase } from "./webhook-event.ts";

/** An event does not have the shape its type demands. */
export class EventError extends Error {
  override readonly name = "EventError";
  readonly code = "invalid_event";
  /** The field that is wrong, as in `visitor.ip`; empty where it is the event as a whole. */
  readonly path: string;

  constructor(message: string, path: string, options?: ErrorOptions) {
    super(message, options);
    this.path = path;
  }
}

/** An event of a type that is newer than this package. */
export interface UnknownEvent extends EventBase {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** An event after parsing; ask `known` first. */
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
 * Checks an event, and whether its type is one this package knows. Unknown fields pass through.
 *
 * @throws {EventError} with the path of the field that is wrong.
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
