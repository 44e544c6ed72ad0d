import type {
  DefaultIntegrationTypes,
  IntegrationTypes,
  PlatformEventMap,
  PlatformEventType,
  ProductEventsOf,
  RequestsOf,
  ScheduleEvent,
  TaskEvent,
  ToolCallEvent,
  UiRenderResponse,
  UiRenderEvent,
} from "@plugboard/api";
import type { EnvelopeLimits } from "../envelope/envelope.ts";
import type { IntegrationContext } from "./integration-context.ts";
import type { LogSink } from "./log.ts";

/** A problem with the settings that keeps the integration from working. */
export interface SetupProblem {
  /** The setting's name in the manifest; empty for a general problem. */
  readonly path: string;
  /** The problem and how to fix it; at most 300 characters. */
  readonly message: string;
}

/**
 * The result of a setup handler: of `installation_setup`, or of a resource kind's event, such as `project_installation_setup`.
 * The platform shows the problems next to their settings until a later setup event returns none.
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
 * Handles one event. If it throws, the platform resends the event. The return value is only used for setup
 * events; see {@link SetupResult}.
 */
export type EventHandler<Event, Types extends IntegrationTypes = DefaultIntegrationTypes> = (
  event: Event,
  context: IntegrationContext<Types>,
) => unknown;

/** Handlers by event name. A list runs in order. */
export type EventHandlers<Types extends IntegrationTypes = DefaultIntegrationTypes> = {
  readonly [Type in Exclude<PlatformEventType, "task" | "schedule"> | keyof ProductEventsOf<Types>]?:
    | EventHandler<EventOf<Type, Types>, Types>
    | readonly EventHandler<EventOf<Type, Types>, Types>[];
};

type EventOf<Type, Types extends IntegrationTypes> = Type extends PlatformEventType
  ? PlatformEventMap[Type]
  : Type extends keyof ProductEventsOf<Types>
    ? ProductEventsOf<Types>[Type]
    : never;

/** A due schedule, with one of the ids of the manifest. */
export type DueSchedule<Types extends IntegrationTypes = DefaultIntegrationTypes> = Omit<
  ScheduleEvent,
  "schedule"
> & {
  readonly schedule: Omit<ScheduleEvent["schedule"], "id"> & {
    readonly id: Types extends { readonly schedules: infer Id extends string } ? Id : string;
  };
};

/** Handles a request to the integration's public endpoint. */
export type FetchHandler<Types extends IntegrationTypes = DefaultIntegrationTypes> = (
  request: Request,
  context: IntegrationContext<Types>,
) => Response | Promise<Response>;

/** Handles a request of the product or of a webhook delivery. */
export type FetchRequestHandler<
  Type extends keyof RequestsOf<Types>,
  Types extends IntegrationTypes = DefaultIntegrationTypes,
> = (event: RequestsOf<Types>[Type], context: IntegrationContext<Types>) => Response | Promise<Response>;

/** The response of a component. */
export type ComponentResponse = UiRenderResponse & {
  /** The `Cache-Control` header of the response. Optional. */
  readonly cacheControl?: string | undefined;
};

/** A component, usually created with `createComponent` of `@plugboard/components`. */
export interface Component<Types extends IntegrationTypes = DefaultIntegrationTypes> {
  readonly componentId: string;
  readonly render: (event: UiRenderEvent, context: IntegrationContext<Types>) => Promise<ComponentResponse>;
}

/** A tool, created with `createTool`. */
export interface Tool<Types extends IntegrationTypes = DefaultIntegrationTypes> {
  readonly id: string;
  readonly execute: (event: ToolCallEvent, context: IntegrationContext<Types>) => Promise<unknown>;
}

/**
 * Set to `true` under this symbol in a definition to run handlers for unsigned requests. Anyone who can reach
 * the integration can then act as the platform. Use it in tests, or on hosts that verify requests themselves.
 */
export const allowUnsignedRequests: unique symbol = Symbol();

/** The definition of an integration, passed to `createIntegration`. */
export type IntegrationDefinition<Types extends IntegrationTypes = DefaultIntegrationTypes> =
  DefinitionParts<Types> & RequestHandlers<Types>;

/** Handlers of requests, by name. */
type RequestHandlers<Types extends IntegrationTypes = DefaultIntegrationTypes> = {
  // The exclusion keeps the handlers of the other parts out of this type's inference.
  readonly [Type in keyof RequestsOf<Types> as Exclude<Type, keyof DefinitionParts>]?:
    | FetchRequestHandler<Type, Types>
    | undefined;
};

/** The parts of a definition that are the same for all products. */
interface DefinitionParts<Types extends IntegrationTypes = DefaultIntegrationTypes> {
  /** Handles requests to the public endpoint. */
  readonly fetch?: FetchHandler<Types> | undefined;
  readonly components?: readonly Component<Types>[] | undefined;
  /** The tools of the manifest. */
  readonly tools?: readonly Tool<Types>[] | undefined;
  readonly events?: EventHandlers<Types> | undefined;
  /** Runs the tasks queued with `context.integration.queueTask`. */
  readonly task?: EventHandler<TaskEvent, Types> | undefined;
  /** Runs the schedules of the manifest; `event.schedule.id` names the one that is due. */
  readonly schedule?: EventHandler<DueSchedule<Types>, Types> | undefined;
  /** Identifies the manifest that the integration was built from; part of the description. */
  readonly manifestHash?: string | undefined;
  readonly limits?: Partial<EnvelopeLimits> | undefined;
  /** The maximum age of a signature in seconds, in either direction. Defaults to 300. */
  readonly toleranceSeconds?: number | undefined;
  readonly log?: LogSink | undefined;
  readonly [allowUnsignedRequests]?: true;
}
