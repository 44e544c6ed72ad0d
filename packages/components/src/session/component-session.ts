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

/** A request from a page to its platform to render a component, optionally after an action. */
export type ComponentEvent = Pick<UiRenderEvent, "componentId" | "props" | "state" | "action" | "context">;

/** Functions of the page that shows the component. An action that needs a missing function fails. */
export interface SessionHost {
  /** Renders the component. A rejection becomes the session's failure, which can be retried. */
  readonly dispatch: (event: ComponentEvent) => Promise<UiRenderResponse>;
  /** Opens an absolute `https:`, `http:` or `mailto:` URL in a new tab. */
  readonly openUrl?: ((url: string) => void) | undefined;
  /** Stores the props of `@editor.node.updateProps` and calls `render` with them. */
  readonly onUpdateProps?: ((props: JsonObject) => void | Promise<void>) | undefined;
  /** Converts the link of `@link.unfurl` to a component. */
  readonly onUnfurlLink?: ((url: string) => void | Promise<void>) | undefined;
  /** Receives the return value of a completed component. */
  readonly onComplete?: ((returnValue: JsonObject | undefined) => void) | undefined;
}

/** Options for `createComponentSession`. */
export interface ComponentSessionOptions {
  readonly componentId: string;
  readonly props: JsonObject;
  readonly context: UiContext;
  /** An initial response from the page, which avoids the first request. */
  readonly initialResponse?: UiElementResponse | undefined;
  readonly host: SessionHost;
}

/** A displayed component: its markup, the user's edits and pending requests. It doesn't depend on the DOM. */
export interface ComponentSession {
  readonly componentId: string;
  /** Returns the current state, the same object until something changes. */
  readonly getState: () => SessionState;
  /** Returns the session of the component in the open modal. */
  readonly getModal: () => ComponentSession | undefined;
  /** Calls `listener` after every change. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Renders the component with these props and context, and keeps its state. Does nothing if they and
   * `revision` are unchanged.
   */
  readonly render: (props: JsonObject, context: UiContext, revision?: number) => void;
  /** Updates the page's functions. */
  readonly setHost: (host: SessionHost) => void;
  /** Stores a control's value under its state key. */
  readonly write: (key: string, value: Json) => void;
  /** Performs an action for a pressed element. `source` is the element's path. */
  readonly press: (source: string, action: UiAction) => void;
  /** Performs an action for a changed value, with the value as data. */
  readonly change: (source: string, action: UiAction, data: JsonObject) => void;
  /** Performs an action for the page in the frame at `source`. Doesn't replace a waiting action. */
  readonly post: (source: string, action: UiAction) => void;
  /** Sends the component an action from its page, such as `@link.unfurl` for a converted link. */
  readonly send: (action: UiAction) => void;
  /** Closes the modal that contains the component, with the `returnValue` of its root element. */
  readonly dismiss: () => void;
  /** Retries the failed request. */
  readonly retry: () => void;
  readonly dismissFailure: () => void;
  /** Discards pending requests and their responses. `render` starts again. */
  readonly stop: () => void;
  /** Resolves when this component and its modal have no pending requests. */
  readonly settled: () => Promise<void>;
}

/**
 * Creates a component session. It sends no request before `render`.
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
  let shown = options.initialResponse && renderKey(options.props, options.context, undefined);
  let modal: ComponentSession | undefined;
  let startedId: number | undefined;
  let shownRevision: number | undefined;
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
    modal.render(props, context, shownRevision);
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
    render: (props, context, revision) => {
      shownRevision = revision;
      if (state.modal) modal?.render(state.modal.props, context, revision);
      const key = renderKey(props, context, revision);
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

// Not a valid element path, so these actions don't mark an element as busy.
const pageSource = "@page";

/** Performs a request. Resolves to the component's response, or to `undefined` if the page handled it. */
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
  throw unsupported(`This page doesn't support ${action}.`);
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

const renderKey = (...parts: readonly [JsonObject, UiContext, number | undefined]): string =>
  JSON.stringify(parts);
