import type {
  FetchEvent,
  FetchRequestMap,
  FetchRequestType,
  IntegrationTypes,
  RuntimeEventMap,
  RuntimeEventType,
  UiRenderEvent,
} from "@plugboard/api";
import type { Envelope } from "../envelope/envelope.ts";
import { malformed } from "../envelope/envelope-error.ts";
import { jsonResponse, type PlainResponse } from "./exchange.ts";
import type { IntegrationContext } from "./integration-context.ts";
import type { EventHandler, IntegrationDefinition, SetupResult } from "./integration-definition.ts";
import { IntegrationError } from "../errors/integration-error.ts";

/**
 * Runs what an integration has for the event of an envelope, and responds.
 *
 * @throws {IntegrationError} 406 when it handles no such event, 404 when it has no such component
 * @throws {EnvelopeError} `malformed` when a `fetch` event describes no request
 * @throws whatever a handler throws
 */
export async function dispatchEnvelope<Types extends IntegrationTypes>(
  definition: IntegrationDefinition<Types>,
  { event, fetchBody }: Envelope<Types>,
  context: IntegrationContext<Types>,
): Promise<PlainResponse | Response> {
  if (isForResponse(event)) {
    // Each kind of event has its own handler, and its own first argument.
    const respond = definition[event.type] as ((request: unknown, context: unknown) => unknown) | undefined;
    const request = event.type === "fetch" ? toRequest(event, fetchBody) : event;
    if (respond) return checkResponse(await respond(request, context));
  } else {
    const handlers = handlersOf(definition, event.type);
    let result: SetupResult | null | undefined;
    // Of any handler may come anything; only the problems that a setup handler returns are read.
    for (const handler of handlers) result = (await handler(event, context)) as typeof result;
    if (event.type === "ui_render") return await renderComponent(definition, event, context);
    if (handlers.length > 0) return jsonResponse({ received: true, problems: result?.problems });
  }
  throw new IntegrationError(`The integration does not handle ${event.type}`, 406, "unhandled_event");
}

// By the beginning of their names: a list of them would weigh on every bundle.
function isForResponse(event: {
  readonly type: string;
}): event is FetchEvent | FetchRequestMap[FetchRequestType] {
  return event.type.startsWith("fetch");
}

/** Makes the request that a `fetch` event describes, with its body as it was received. */
function toRequest({ request }: FetchEvent, body: Uint8Array<ArrayBuffer> | undefined): Request {
  const { method, url } = request;
  // Only read: the Fetch API's types know no readonly pairs.
  const headers = request.headers as [string, string][];
  // The Fetch standard allows no body with these methods.
  const sentBody = method === "GET" || method === "HEAD" ? null : (body ?? null);
  try {
    return new Request(url, { method, headers, body: sentBody });
  } catch {
    return malformed("event.request is not a valid HTTP request");
  }
}

// A handler in plain JavaScript easily forgets its return, and one that reads a response before passing it on breaks it.
function checkResponse(response: unknown): Response {
  if (response instanceof Response && !response.bodyUsed) return response;
  throw new TypeError("The handler returned no unread Response");
}

type HandlerMap<Types extends IntegrationTypes> = {
  readonly [Type in RuntimeEventType]?:
    | EventHandler<RuntimeEventMap[Type], Types>
    | readonly EventHandler<RuntimeEventMap[Type], Types>[]
    | undefined;
};

/** The handlers an integration has for an event, in order. */
export function handlersOf<Type extends RuntimeEventType, Types extends IntegrationTypes>(
  { events, task }: IntegrationDefinition<Types>,
  type: Type,
): readonly EventHandler<RuntimeEventMap[Type], Types>[] {
  const handlers: HandlerMap<Types> = { ...events, task };
  // Own properties only: an event named "constructor" has no handler.
  return Object.hasOwn(handlers, type) ? [handlers[type] ?? []].flat() : [];
}

async function renderComponent<Types extends IntegrationTypes>(
  { components = [] }: IntegrationDefinition<Types>,
  event: UiRenderEvent,
  context: IntegrationContext<Types>,
): Promise<PlainResponse> {
  const component = components.find(({ componentId }) => componentId === event.componentId);
  if (component === undefined) {
    throw new IntegrationError(`There is no component "${event.componentId}"`, 404, "unknown_component");
  }
  const { cacheControl, ...response } = await component.render(event, context);
  return jsonResponse(response, 200, cacheControl ? { "cache-control": cacheControl } : {});
}
