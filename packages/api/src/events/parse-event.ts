import * as z from "zod";
import type { ZodMiniType } from "zod/mini";
import { eventBase } from "./event-base-schema.ts";
import type { EventBase } from "./event-base.ts";
import type { EnvelopeEvent } from "./platform-event.ts";
import { fetchEventSchema, platformEventSchemas, platformRequestSchemas } from "./platform-event-schemas.ts";

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

/** The schemas of a product's events and requests, by type. */
export type EventSchemas<Events extends object> = {
  readonly [Type in keyof Events]: ZodMiniType<Events[Type]>;
};

/** A parsed event. Check `known` first. */
export type ParsedEvent<Events extends object = object> =
  | { readonly known: true; readonly event: EnvelopeEvent | Events[keyof Events] }
  | { readonly known: false; readonly event: UnknownEvent };

const unknownEvent: z.ZodType<UnknownEvent> = z.looseObject({ ...eventBase, type: z.string() });

const knownEvents: ReadonlyMap<string, ZodMiniType<EnvelopeEvent>> = new Map<
  string,
  ZodMiniType<EnvelopeEvent>
>([
  ...Object.entries(platformEventSchemas),
  ...Object.entries(platformRequestSchemas),
  ["fetch", fetchEventSchema],
]);

/**
 * Validates an event and reports whether its type is known. Unknown fields are kept.
 *
 * @param schemas the events and requests of the product, such as `contentEventSchemas` of `@plugboard/content/schemas`.
 * Defaults to none.
 * @throws {EventError} with the path of the invalid field
 *
 * @example
 * ```ts
 * import { parseEvent } from "@plugboard/api/schemas";
 *
 * const parsed = parseEvent({ type: "installation_deleted", eventId: "evt_1", installationId: "ins_1" });
 * if (parsed.known) console.log(parsed.event.type);
 * ```
 */
export function parseEvent<Events extends object = object>(
  value: unknown,
  schemas?: EventSchemas<Events>,
): ParsedEvent<Events> {
  const event = check(unknownEvent, value);
  const own = new Map<string, ZodMiniType<Events[keyof Events]>>(Object.entries(schemas ?? {}));
  const schema: ZodMiniType<EnvelopeEvent | Events[keyof Events]> | undefined =
    own.get(event.type) ?? knownEvents.get(event.type);
  return schema === undefined ? { known: false, event } : { known: true, event: check(schema, event) };
}

function check<Event>(schema: ZodMiniType<Event>, value: unknown): Event {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.map(String).join(".") ?? "";
  const message = `The event is not valid${path === "" ? "" : ` at ${path}`}: ${issue === undefined ? "no reason given" : reasonOf(issue)}`;
  throw new EventError(message, path, { cause: result.error });
}

/** Names what each alternative of a union expects. */
function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== "invalid_union") return issue.message;
  const reasons = issue.errors.flatMap(([first]) =>
    first === undefined ? [] : [[first.path.join("."), reasonOf(first)].filter(Boolean).join(": ")],
  );
  return reasons.length === 0 ? issue.message : [...new Set(reasons)].join(", or ");
}
