import type { UiRenderEvent } from "@plugboard/api";
import {
  type ContentIntegrationTypes,
  createIntegration as createPlugboardIntegration,
} from "@plugboard/content/integration";
import {
  type Component,
  type EventHandlers,
  type Integration,
  type IntegrationContext,
  IntegrationError,
} from "@plugboard/runtime";
import { uiRenderResponseSchema } from "@plugboard/api/schemas";
import { adaptTree } from "./adapt-tree.ts";
import { taskType } from "../api/compat-call.ts";
import { adaptEvent } from "./adapt-event.ts";
import { type CompatContext, toCompatContext } from "./context.ts";
import type { CompatComponent } from "./create-component.ts";
import { translateErrors } from "./errors.ts";

type Handler = (event: never, context: CompatContext) => unknown;

/** The handlers of an integration. */
export interface CompatIntegrationDefinition {
  readonly fetch?: (request: Request, context: CompatContext) => Response | Promise<Response>;
  readonly fetch_published_script?: (
    event: never,
    context: CompatContext,
  ) => Response | undefined | Promise<Response | undefined>;
  readonly fetch_visitor_authentication?: (
    event: never,
    context: CompatContext,
  ) => Response | Promise<Response>;
  readonly events?: Readonly<Record<string, Handler | readonly Handler[] | undefined>>;
  readonly components?: readonly CompatComponent[];
  /** Never called: this platform has no generated pages. */
  readonly contentSources?: readonly unknown[];
  readonly task?: (task: never, context: CompatContext) => Promise<void>;
}

/**
 * Creates an integration from handlers written for GitBook.
 *
 * @example
 * import { createIntegration, Logger } from "@plugboard/compat/runtime";
 *
 * const logger = Logger("digest");
 * export default createIntegration({
 *   events: { space_content_updated: (_event, { environment }) => logger.info(environment.integration.name) },
 * });
 */
export function createIntegration(definition: CompatIntegrationDefinition): Integration {
  const { fetch, fetch_published_script: script, fetch_visitor_authentication: authenticate } = definition;
  const { events = {}, components = [], task } = definition;
  return createPlugboardIntegration({
    fetch: fetch && ((request, context) => translateErrors(() => fetch(request, toCompatContext(context)))),
    fetch_published_script:
      script &&
      (async (event, context) =>
        (await translateErrors(() => script(handed(event), toCompatContext(context)))) ?? emptyScript()),
    fetch_visitor_authentication:
      authenticate &&
      (({ action, ...event }, context) => {
        // GitBook only names the action of a sign-out.
        const named = action === "logout" ? { ...event, action } : event;
        return translateErrors(() => authenticate(handed(named), toCompatContext(context)));
      }),
    components: components.map(toComponent),
    // Unknown events are declared too; the platform never sends them.
    events: Object.fromEntries(
      Object.entries(events).flatMap(([type, handlers]) =>
        handlers === undefined ? [] : [[type, toHandler([handlers].flat())]],
      ),
    ) as EventHandlers<ContentIntegrationTypes>,
    task:
      task &&
      (({ task: queued }, context) => {
        const given = queued.type === taskType ? queued.payload : queued;
        return translateErrors(() => task(handed(given), toCompatContext(context)));
      }),
  });
}

/** Drops the type of an event: a handler declares GitBook's type for the same fields. */
function handed(event: unknown): never {
  return event as never;
}

function toHandler(handlers: readonly Handler[]) {
  return async (event: unknown, context: IntegrationContext): Promise<void> => {
    const compat = toCompatContext(context);
    const adapted = handed(adaptEvent(event, compat.environment));
    await translateErrors(() => Promise.all(handlers.map((handle) => handle(adapted, compat))));
  };
}

function emptyScript(): Response {
  return new Response("/** no script for this site */", {
    headers: { "content-type": "application/javascript" },
  });
}

function toComponent({ componentId, render }: CompatComponent): Component {
  return {
    componentId,
    render: async (event: UiRenderEvent, context) => {
      const response = await translateErrors(() => render({ ...event }, toCompatContext(context)));
      const output: unknown = await response.json();
      const rendered = uiRenderResponseSchema.safeParse(adaptOutput(output));
      if (!response.ok || !rendered.success)
        throw new IntegrationError(`The component ${componentId} rendered no element.`, 500);
      return { ...rendered.data, cacheControl: response.headers.get("cache-control") ?? undefined };
    },
  };
}

function adaptOutput(output: unknown): unknown {
  if (typeof output !== "object" || output === null || !("element" in output)) return output;
  return { ...output, element: adaptTree(output.element) };
}
