import { type StandardSchema, validateStandard } from "../common/standard-schema.ts";
import { WebhookReceiverError } from "../common/webhook-receiver-error.ts";
import { createEventReceiver } from "./create-event-receiver.ts";
import type { WebhookReceiver } from "./create-receiver.ts";
import { parseAnyEvent } from "./parse-event.ts";
import type { UnknownWebhookEvent, WebhookHandler } from "./webhook-handlers.ts";
import type { WebhookReceiverOptions } from "./webhook-receiver-options.ts";

/**
 * Creates a receiver for the webhooks of a product on the platform: verifies the raw body, validates it with the
 * schema of its type, and runs the handler once per event. The schemas of the documentation product are
 * `webhookEventSchemas` of `@plugboard/content/schemas`.
 *
 * @throws {WebhookReceiverError} `configuration_invalid` if a required option is missing or a limit is out of range
 *
 * @example
 * ```ts
 * import { createWebhookReceiver } from "@plugboard/webhook-receiver";
 * import * as z from "zod";
 *
 * export const receiver = createWebhookReceiver({
 *   secret: process.env["WEBHOOK_SECRET"] ?? "",
 *   schemas: { issue_opened: z.object({ projectId: z.string(), title: z.string() }) },
 *   events: { issue_opened: ({ projectId, title }) => console.log(projectId, title) },
 * });
 * // Bun, Deno and other runtimes with web standard Request and Response: pass receiver.fetch to the server.
 * ```
 */
export function createWebhookReceiver<Events extends object = object>(
  options: WebhookReceiverOptions<Events>,
): WebhookReceiver {
  if (typeof options?.events !== "object")
    throw new WebhookReceiverError(
      "configuration_invalid",
      "createWebhookReceiver needs the option `events`, with a handler for each event type.",
    );
  const schemas = new Map<string, StandardSchema<unknown>>(Object.entries(options.schemas ?? {}));
  // Each event is validated with the schema of its type before it is passed to the handler of that type.
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
