import type {
  EnvelopeEvent,
  FetchEvent,
  FetchWebhookPayloadEvent,
  IntegrationTypes,
  ToolCallEvent,
  UiRenderEvent,
} from "@plugboard/api";
import type { PlatformEnvelope } from "../envelope/envelope.ts";
import { malformed } from "../envelope/envelope-error.ts";
import { jsonResponse, type PlainResponse } from "./exchange.ts";
import type { HostedContext, IntegrationContext } from "./integration-context.ts";
import type { EventHandler, IntegrationDefinition, SetupResult } from "./integration-definition.ts";
import { IntegrationError } from "../errors/integration-error.ts";
import { taskState } from "./task-state.ts";

/**
 * Runs the handlers for the event of an envelope and returns the response.
 *
 * @throws {IntegrationError} 406 if no handler exists for the event, 404 for an unknown component or tool
 * @throws {EnvelopeError} `malformed` if a `fetch` event contains no valid request
 * @throws any error of a handler
 */
export async function dispatchEnvelope<Types extends IntegrationTypes>(
  definition: IntegrationDefinition<Types>,
  { event, fetchBody }: PlatformEnvelope<Types>,
  context: HostedContext<Types>,
): Promise<PlainResponse | Response> {
  if (event.type === "tool_call") return callTool(definition, event, context);
  if (isForResponse(event)) {
    // Each request has its own handler type and first argument, and those of a product are known only to its types.
    const handlers = definition as Readonly<Record<string, unknown>>;
    const respond = handlers[event.type] as ((request: unknown, context: unknown) => unknown) | undefined;
    const request = event.type === "fetch" ? toRequest(event, fetchBody) : event;
    if (respond) {
      const response = await respond(request, context);
      if (response instanceof Response && !response.bodyUsed) return response;
      // A missing return in plain JavaScript, or a response whose body was read.
      throw new TypeError("The handler returned no unread Response");
    }
  } else {
    const handlers = handlersOf(definition, event.type);
    let result: SetupResult | null | undefined;
    // Handlers can return anything; only the problems of setup handlers are read.
    try {
      for (const handler of handlers) result = (await handler(event, context)) as typeof result;
    } catch (error) {
      if (!context[taskState].continues) throw error;
    }
    if (event.type === "ui_render") return renderComponent(definition, event, context);
    if (handlers.length > 0) {
      // A handler may have caught the error that interrupted it.
      const body = { received: true, problems: result?.problems, continues: context[taskState].continues };
      return jsonResponse(body);
    }
  }
  throw new IntegrationError(`The integration does not handle ${event.type}`, 406, "unhandled_event");
}

// Compares the prefix, because a list of names would make every bundle larger.
function isForResponse(event: { readonly type: string }): event is FetchEvent | FetchWebhookPayloadEvent {
  return event.type.startsWith("fetch");
}

/** Creates the request described by a `fetch` event, with its exact body. */
function toRequest({ request }: FetchEvent, body: Uint8Array<ArrayBuffer> | undefined): Request {
  const { method, url } = request;
  // The Fetch API's types don't accept readonly pairs. They are only read here.
  const headers = request.headers as [string, string][];
  // The Fetch standard allows no body with these methods.
  const sentBody = /^(GET|HEAD)$/.test(method) ? null : (body ?? null);
  try {
    return new Request(url, { method, headers, body: sentBody });
  } catch {
    return malformed("event.request is invalid");
  }
}

/** Returns an integration's handlers for an event, in order. */
export function handlersOf<Types extends IntegrationTypes>(
  { events, task, schedule }: IntegrationDefinition<Types>,
  type: string,
): readonly EventHandler<EnvelopeEvent, Types>[] {
  type Handler = EventHandler<EnvelopeEvent, Types>;
  // A handler is looked up by the name of its event, so it gets an event of the type that it declares.
  const handlers = { ...events, task, schedule } as Readonly<
    Record<string, Handler | readonly Handler[] | undefined>
  >;
  // Own properties only: an event named "constructor" has no handler.
  return Object.hasOwn(handlers, type) ? [handlers[type] ?? []].flat() : [];
}

async function renderComponent<Types extends IntegrationTypes>(
  { components = [] }: IntegrationDefinition<Types>,
  event: UiRenderEvent,
  context: IntegrationContext<Types>,
): Promise<PlainResponse> {
  const component = components.find(({ componentId }) => componentId === event.componentId);
  if (!component)
    throw new IntegrationError(`Unknown component "${event.componentId}"`, 404, "unknown_component");
  const { cacheControl, ...response } = await component.render(event, context);
  return jsonResponse(response, 200, cacheControl ? { "cache-control": cacheControl } : {});
}

async function callTool<Types extends IntegrationTypes>(
  { tools = [] }: IntegrationDefinition<Types>,
  event: ToolCallEvent,
  context: IntegrationContext<Types>,
): Promise<PlainResponse> {
  const tool = tools.find(({ id }) => id === event.toolId);
  if (!tool) throw new IntegrationError(`Unknown tool "${event.toolId}"`, 404, "unknown_tool");
  return jsonResponse({ result: await tool.execute(event, context) });
}
