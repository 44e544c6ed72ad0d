import type {
  DefaultIntegrationTypes,
  FetchRequestMap,
  FetchRequestType,
  IntegrationTypes,
  RuntimeEventMap,
  RuntimeEventType,
  TaskEvent,
  UiRenderResponse,
  UiRenderEvent,
} from "@plugboard/api";
import type { EnvelopeLimits } from "../envelope/envelope.ts";
import type { IntegrationContext } from "./integration-context.ts";
import type { LogSink } from "./log.ts";

/** Something about the settings that keeps the integration from working. */
export interface SetupProblem {
  /** The setting it is about, by its name in the manifest; empty for none in particular. */
  readonly path: string;
  /** What is wrong with it, and what would be right; at most 300 characters. */
  readonly message: string;
}

/**
 * What a handler of `installation_setup`, `space_installation_setup` or `site_installation_setup` may return. The platform shows the
 * problems at their settings until a later setup event brings none.
 *
 * @example
 * ```ts
 * import { createIntegration } from "@plugboard/runtime";
 *
 * export default createIntegration({
 *   events: {
 *     installation_setup: (_event, { environment }) => {
 *       const { channel = "" } = environment.installation?.configuration ?? {};
 *       if (String(channel).startsWith("#")) return undefined;
 *       return { problems: [{ path: "channel", message: "must begin with #" }] };
 *     },
 *   },
 * });
 * ```
 */
export interface SetupResult {
  readonly problems?: readonly SetupProblem[] | undefined;
}

/**
 * Handles one event. When it throws, the platform sends the event again. What it returns counts for setup events alone: see
 * {@link SetupResult}.
 */
export type EventHandler<Event, Types extends IntegrationTypes = DefaultIntegrationTypes> = (
  event: Event,
  context: IntegrationContext<Types>,
) => unknown;

/** Handlers by event name, one or several; several run one after the other, in order. */
export type EventHandlers<Types extends IntegrationTypes = DefaultIntegrationTypes> = {
  readonly [Type in Exclude<RuntimeEventType, "task">]?:
    | EventHandler<RuntimeEventMap[Type], Types>
    | readonly EventHandler<RuntimeEventMap[Type], Types>[];
};

/** Responds to a request to the integration's public endpoint. */
export type FetchHandler<Types extends IntegrationTypes = DefaultIntegrationTypes> = (
  request: Request,
  context: IntegrationContext<Types>,
) => Response | Promise<Response>;

/** Responds to a request that a site, or a webhook's delivery, makes of the integration. */
export type FetchRequestHandler<
  Type extends FetchRequestType,
  Types extends IntegrationTypes = DefaultIntegrationTypes,
> = (event: FetchRequestMap[Type], context: IntegrationContext<Types>) => Response | Promise<Response>;

/** What a component responds with. */
export type ComponentResponse = UiRenderResponse & {
  /** Value of the response's `Cache-Control` header; the response says nothing about caching when left out. */
  readonly cacheControl?: string | undefined;
};

/** A component as the runtime needs it; `createComponent` of `@plugboard/components` makes one. */
export interface Component<Types extends IntegrationTypes = DefaultIntegrationTypes> {
  readonly componentId: string;
  readonly render: (event: UiRenderEvent, context: IntegrationContext<Types>) => Promise<ComponentResponse>;
}

/**
 * Set to `true` under this symbol in a definition to run handlers for requests that nobody signed. Anyone who can reach
 * the integration can then act as the platform. It is meant for tests and for hosts that verify on their own.
 */
export const allowUnsignedRequests: unique symbol = Symbol();

/** What an integration is made of: the argument of `createIntegration`. */
export interface IntegrationDefinition<Types extends IntegrationTypes = DefaultIntegrationTypes> {
  /** Responds to requests to the public endpoint. */
  readonly fetch?: FetchHandler<Types> | undefined;
  /** Responds with the script that the pages of a site load; needs the scope `site:script:inject`. */
  readonly fetch_published_script?: FetchRequestHandler<"fetch_published_script", Types> | undefined;
  /** Responds with where a visitor of a site that is not for everybody signs in; needs the scope `site:visitor:auth`. */
  readonly fetch_visitor_authentication?:
    | FetchRequestHandler<"fetch_visitor_authentication", Types>
    | undefined;
  /**
   * Responds with the JSON that a webhook endpoint with `transform` is sent in place of an event. Headers of the response that begin
   * with `x-` go along.
   */
  readonly fetch_webhook_payload?: FetchRequestHandler<"fetch_webhook_payload", Types> | undefined;
  readonly components?: readonly Component<Types>[] | undefined;
  readonly events?: EventHandlers<Types> | undefined;
  /** Runs the tasks that `context.integration.queueTask` queued. */
  readonly task?: EventHandler<TaskEvent, Types> | undefined;
  /** Identifies the manifest the integration was built from; it is part of the description. */
  readonly manifestHash?: string | undefined;
  readonly limits?: Partial<EnvelopeLimits> | undefined;
  /** How far the time of a signature may be from now, in seconds; 300 when left out. */
  readonly toleranceSeconds?: number | undefined;
  readonly log?: LogSink | undefined;
  readonly [allowUnsignedRequests]?: true;
}
