import type {
  Json,
  JsonObject,
  UiAction,
  UiContext,
  UiElementResponse,
  UiRenderEvent,
  UiRenderResponse,
} from "@plugboard/api";
import { isJsonObject } from "../tree/node.ts";
import { resolveBindings } from "../tree/resolve-bindings.ts";
import { parseResponse } from "./parse-response.ts";
import {
  createSessionState,
  reduceSession,
  type RequestRule,
  type SessionEvent,
  type SessionRequest,
  type SessionState,
} from "./session-state.ts";
import { toWork, unsupported } from "./session-work.ts";

/** What a page sends to its platform to have a component rendered, after an action where there was one. */
export type ComponentEvent = Pick<UiRenderEvent, "componentId" | "props" | "state" | "action" | "context">;

/** What a session needs of the page its component is shown in. An action without a function for it is a failure. */
export interface SessionHost {
  /** Has the component rendered. A rejection becomes the session's failure, which can be tried again. */
  readonly dispatch: (event: ComponentEvent) => Promise<UiRenderResponse>;
  /** Opens a web page in a new tab; the URL is absolute and `https:`, `http:` or `mailto:`. */
  readonly openUrl?: ((url: string) => void) | undefined;
  /** Stores the props of `@editor.node.updateProps` and then calls `render` with them. */
  readonly onUpdateProps?: ((props: JsonObject) => void | Promise<void>) | undefined;
  /** Turns the link of `@link.unfurl` into a component. */
  readonly onUnfurlLink?: ((url: string) => void | Promise<void>) | undefined;
  /** Receives the return value of a component that says it is complete. */
  readonly onComplete?: ((returnValue: JsonObject | undefined) => void) | undefined;
}

/** Where a session starts. */
export interface ComponentSessionOptions {
  readonly componentId: string;
  readonly props: JsonObject;
  readonly context: UiContext;
  /** A response the page has already, so that nothing is asked for the first look. */
  readonly initialResponse?: UiElementResponse | undefined;
  readonly host: SessionHost;
}

/** A component being shown: what it looks like, what the user did to it, and what is in flight. It knows no DOM. */
export interface ComponentSession {
  readonly componentId: string;
  /** The state as it is now; the same object until something changes. */
  readonly getState: () => SessionState;
  /** The session of the component in the modal that is open. */
  readonly getModal: () => ComponentSession | undefined;
  /** Calls `listener` after every change, until the function it returns is called. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Shows the component with these props in this context; asks nothing where it already does. */
  readonly render: (props: JsonObject, context: UiContext) => void;
  /** Takes the page's functions as they are now. */
  readonly setHost: (host: SessionHost) => void;
  /** Writes a control's value under its state key. */
  readonly write: (key: string, value: Json) => void;
  /** Performs an action because its element was pressed; `source` is the element's path. */
  readonly press: (source: string, action: UiAction) => void;
  /** Performs an action because a value changed, with the value as data. */
  readonly change: (source: string, action: UiAction, data: JsonObject) => void;
  /** Performs an action because the page in the frame at `source` asked for it; none that waits is replaced. */
  readonly post: (source: string, action: UiAction) => void;
  /** Hands the component an action of its page, such as a `@link.unfurl` for a link that became the component. */
  readonly send: (action: UiAction) => void;
  /** The user dismissed the modal that the component is in: it returns the `returnValue` of its root element. */
  readonly dismiss: () => void;
  /** Tries what failed once more. */
  readonly retry: () => void;
  readonly dismissFailure: () => void;
  /** Forgets what is in flight, so that its response is stale. `render` starts again. */
  readonly stop: () => void;
  /** Resolves when nothing is in flight any more, in this component and in its modal. */
  readonly settled: () => Promise<void>;
}

/**
 * Starts the session of a component; nothing is asked before `render`.
 *
 * @example
 * ```ts
 * import { createComponentSession } from "@plugboard/components/session";
 *
 * const context = { type: "document", theme: "light" } as const;
 * const session = createComponentSession({
 *   componentId: "counter",
 *   props: {},
 *   context,
 *   host: {
 *     dispatch: async (event) => {
 *       const response = await fetch("/components", { method: "POST", body: JSON.stringify(event) });
 *       return response.json();
 *     },
 *   },
 * });
 * session.render({}, context);
 * await session.settled();
 * console.log(session.getState().element);
 * ```
 */
export function createComponentSession(options: ComponentSessionOptions): ComponentSession {
  const { componentId } = options;
  let host = options.host;
  let state = createSessionState(options.props, options.context, options.initialResponse);
  let shown = options.initialResponse && renderKey(options.props, options.context);
  let modal: ComponentSession | undefined;
  let startedId: number | undefined;
  const listeners = new Set<() => void>();

  const update = (event: SessionEvent): void => {
    state = reduceSession(state, event);
    for (const listener of listeners) listener();
    const [request] = state.requests;
    if (request === undefined || request.id === startedId) return;
    startedId = request.id;
    void run(request);
  };

  const run = async (request: SessionRequest): Promise<void> => {
    const { id } = request;
    try {
      const response = await perform(request, componentId, state, host);
      if (state.requests[0]?.id !== id) return;
      update({ type: "respond", id, response });
      if (response?.type === "complete") complete(response.returnValue);
    } catch (error) {
      update({ type: "fail", id, error });
    }
  };

  const complete = (returnValue: JsonObject | undefined): void => {
    update({ type: "complete", returnValue });
    host.onComplete?.(returnValue);
  };

  const send = (action: UiAction): void =>
    update({ type: "request", rule: "send", source: pageSource, work: { kind: "action", action } });

  const modalHost = (): SessionHost => ({ ...host, onComplete: closeModal });
  const closeModal = (returnValue: JsonObject | undefined): void => {
    modal?.stop();
    modal = undefined;
    update({ type: "closeModal" });
    if (returnValue !== undefined) send({ action: "@ui.modal.close", returnValue });
  };
  const openModal = (componentId: string, props: JsonObject): void => {
    modal?.stop();
    const { context } = state;
    modal = createComponentSession({ componentId, props, context, host: modalHost() });
    modal.render(props, context);
    update({ type: "openModal", componentId, props });
  };

  const request = (rule: RequestRule, source: string, action: UiAction): void => {
    try {
      const resolved = resolveBindings(action, state.state ?? {});
      const work = toWork({ ...resolved, action: action.action });
      if (work.kind === "openModal") openModal(work.componentId, work.props);
      else if (work.kind === "complete") complete(work.returnValue);
      else if (work.kind === "openUrl") requireFunction(host.openUrl, "@ui.url.open")(work.url);
      else update({ type: "request", rule, source, work });
    } catch (error) {
      update({ type: "refuse", error });
    }
  };

  return {
    componentId,
    getState: () => state,
    getModal: () => modal,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    render: (props, context) => {
      if (state.modal) modal?.render(state.modal.props, context);
      const key = renderKey(props, context);
      if (key === shown) return;
      shown = key;
      update({ type: "render", props, context });
    },
    setHost: (next) => {
      host = next;
      modal?.setHost(modalHost());
    },
    write: (key, value) => update({ type: "write", key, value }),
    press: (source, action) => request("press", source, action),
    change: (source, action, data) =>
      request("change", source, { ...action, ...data, action: action.action }),
    post: (source, action) => request("post", source, action),
    send,
    dismiss: () => {
      const returnValue = state.element?.["returnValue"];
      complete(isJsonObject(returnValue) ? resolveBindings(returnValue, state.state ?? {}) : undefined);
    },
    retry: () => update({ type: "retry" }),
    dismissFailure: () => update({ type: "dismissFailure" }),
    stop: () => {
      modal?.stop();
      if (state.requests.length > 0) shown = undefined;
      update({ type: "stop" });
    },
    settled: async () => {
      for (;;) {
        if (state.requests.length > 0) await nextChange(listeners);
        else if (modal !== undefined && modal.getState().requests.length > 0) await modal.settled();
        else return;
      }
    },
  };
}

// No element has this path: what its page sends makes none of them busy.
const pageSource = "@page";

/** Does a request. Resolves to the component's response, or to undefined where the page did it without asking. */
async function perform(
  { work }: SessionRequest,
  componentId: string,
  { props, state, context }: SessionState,
  host: SessionHost,
): Promise<UiRenderResponse | undefined> {
  if (work.kind === "updateProps") {
    await requireFunction(host.onUpdateProps, "@editor.node.updateProps")(work.props);
    return undefined;
  }
  if (work.kind === "unfurlLink") {
    await requireFunction(host.onUnfurlLink, "@link.unfurl")(work.url);
    return undefined;
  }
  const action = work.kind === "action" ? work.action : undefined;
  const event = { componentId, props, context, ...(state && { state }), ...(action && { action }) };
  return parseResponse(await host.dispatch(event));
}

function requireFunction<Function>(pageFunction: Function | undefined, action: string): Function {
  if (pageFunction !== undefined) return pageFunction;
  throw unsupported(`This page does not support ${action}.`);
}

function nextChange(listeners: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const listener = (): void => {
      listeners.delete(listener);
      resolve();
    };
    listeners.add(listener);
  });
}

const renderKey = (props: JsonObject, context: UiContext): string => JSON.stringify([props, context]);
