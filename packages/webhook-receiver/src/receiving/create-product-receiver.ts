import { type StandardSchema, validateStandard } from "../common/standard-schema.ts";
import { createEventReceiver } from "./create-event-receiver.ts";
import type { WebhookReceiver } from "./create-receiver.ts";
import { parseAnyEvent } from "./parse-event.ts";
import type { UnknownWebhookEvent, WebhookHandler } from "./webhook-handlers.ts";
import type { ReceivingOptions } from "./webhook-receiver-options.ts";

/** An event of a product: the fields of its schema, and those that every event has. */
export type ProductEvent<Type extends string, Fields> = UnknownWebhookEvent &
  Fields & { readonly type: Type };

/** Options for `createProductReceiver`. `Events` maps each event type to its own fields. */
export interface ProductReceiverOptions<Events extends object> extends ReceivingOptions {
  /** Validates and types the events' own fields. Fields that a schema doesn't name are kept. */
  readonly schemas: { readonly [Type in keyof Events]: StandardSchema<Events[Type]> };
  /** Handlers by event type. `*` handles events without their own handler, whose fields are validated only if they have a schema. */
  readonly events: {
    readonly [Type in keyof Events & string]?: WebhookHandler<ProductEvent<Type, Events[Type]>>;
  } & { readonly "*"?: WebhookHandler<UnknownWebhookEvent> };
}

/**
 * Creates a receiver for the webhooks of any product on the platform: verifies the raw body, validates it with
 * your schema of its type, and runs the handler once per event. `createWebhookReceiver` has the schemas of the
 * documentation product built in.
 *
 * @throws {WebhookReceiverError} `configuration_invalid` if the secret is missing or a limit is out of range
 *
 * @example
 * ```ts
 * import { createProductReceiver } from "@plugboard/webhook-receiver";
 * import * as z from "zod";
 *
 * export const receiver = createProductReceiver({
 *   secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
 *   schemas: { issue_opened: z.object({ projectId: z.string(), title: z.string() }) },
 *   events: { issue_opened: ({ projectId, title }) => console.log(projectId, title) },
 * });
 * ```
 */
export function createProductReceiver<Events extends object>(
  options: ProductReceiverOptions<Events>,
): WebhookReceiver {
  const schemas = new Map<string, StandardSchema<unknown>>(Object.entries(options.schemas));
  // The schema of its type has validated an event before its handler gets it.
  const handlers = new Map(
    Object.entries(options.events) as [string, WebhookHandler<UnknownWebhookEvent> | undefined][],
  );
  return createEventReceiver(options, async (payload) => {
    const event = parseAnyEvent(payload);
    const { eventId, type, installationId } = event;
    const schema = schemas.get(type);
    const fields = schema && (await validateStandard(schema, payload, `The ${type} event`));
    const handle = handlers.get(type) ?? handlers.get("*");
    if (handle === undefined) return { eventId, type, installationId };
    const whole = Object.assign({}, event, fields);
    return { eventId, type, installationId, handle: (context) => handle(whole, context) };
  });
}
