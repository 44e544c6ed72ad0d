import type { IntegrationTypes, UiRenderEvent } from "@plugboard/api";
import type { Envelope } from "./envelope/envelope.ts";
import { IntegrationError } from "./integration-error.ts";
import { handlersOf } from "./handlers-of.ts";
import type { IntegrationContext } from "./integration-context.ts";
import type { IntegrationDefinition } from "./integration-definition.ts";
import { toRequest } from "./to-request.ts";

/**
 * Runs what an integration has for the event of an envelope, and answers.
 *
 * @throws {IntegrationError} 406 when it handles no such event, 404 when it has no such component; whatever a handler throws.
 */
export async function dispatchEnvelope<Types extends IntegrationTypes>(
  definition: IntegrationDefinition<Types>,
  { event, fetchBody }: Envelope<Types>,
  context: IntegrationContext<Types>,
): Promise<Response> {
  if (event.type === "fetch") {
    if (definition.fetch) return checkResponse(await definition.fetch(toRequest(event, fetchBody), context));
  } else {
    const handlers = handlersOf(definition, event.type);
    for (const handler of handlers) await handler(event, context);
    if (event.type === "ui_render") return await renderComponent(definition, event, context);
    if (handlers.length > 0) return Response.json({ received: true });
  }
  throw new IntegrationError(`The integration does not handle ${event.type}`, 406, "unhandled_event");
}

// A handler in plain JavaScript forgets its return easily, and one that reads an answer before it passes it on breaks it.
function checkResponse(response: unknown): Response {
  if (response instanceof Response && !response.bodyUsed) return response;
  throw new TypeError("The fetch handler returned no Response, or its body was read");
}

async function renderComponent<Types extends IntegrationTypes>(
  { components = [] }: IntegrationDefinition<Types>,
  event: UiRenderEvent,
  context: IntegrationContext<Types>,
): Promise<Response> {
  const component = components.find(({ componentId }) => componentId === event.componentId);
  if (component === undefined) {
    throw new IntegrationError(`There is no component "${event.componentId}"`, 404, "unknown_component");
  }
  const { cacheControl, ...answer } = await component.render(event, context);
  return Response.json(answer, {
    headers: cacheControl ? { "cache-control": cacheControl } : {},
  });
}
