import type { Json, JsonObject, UiAction, UiContext, UiElementResponse } from "@plugboard/api";
import type { ComponentHost } from "../component-host.ts";
import { resolveBindings } from "../tree/resolve-bindings.ts";
import { performViewAction, type ViewEffects } from "./built-in-actions.ts";
import { performRequest } from "./perform-request.ts";
import * as transitions from "./session-state.ts";
import type { SessionRequest, SessionState } from "./session-state.ts";
import { createSessionStore, type SessionStore } from "./session-store.ts";

/** Where a session starts. */
export interface ComponentSessionOptions {
  readonly componentId: string;
  readonly props: JsonObject;
  readonly context: UiContext;
  readonly initialResponse: UiElementResponse | undefined;
  readonly host: ComponentHost;
  readonly openUrl: (url: string) => void;
}

/** A component being shown: what it looks like, what the user did to it, and what is in flight. Knows no DOM. */
export interface ComponentSession {
  readonly getSnapshot: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Shows the component with these props in this context; asks nothing where it already does. */
  readonly render: (props: JsonObject, context: UiContext) => void;
  /** Takes the page's functions as they are now. */
  readonly setHost: (host: ComponentHost) => void;
  /** Writes a control's value under its state key. */
  readonly write: (key: string, value: Json) => void;
  /** Performs an action because its element was pressed; `source` is the element's path. */
  readonly press: (source: string, action: UiAction) => void;
  /** Performs an action because a value changed, with the value as data. */
  readonly change: (source: string, action: UiAction, data?: JsonObject) => void;
  /** Performs an action because the page in the frame at `source` asked for it; none that waits is replaced. */
  readonly post: (source: string, action: UiAction) => void;
  /** Closes the modal and, where it returned something, hands that to this component. */
  readonly closeModal: (returnValue: JsonObject | undefined) => void;
  readonly retry: () => void;
  readonly dismissFailure: () => void;
  /** Forgets what is in flight, so that its answer is stale. `render` starts again. */
  readonly stop: () => void;
}

// No element has this path: a modal that returns a value makes none of them busy.
const modalSource = "@ui.modal.close";

/** Starts a session; nothing is asked before `render`. */
export function createComponentSession(options: ComponentSessionOptions): ComponentSession {
  const { componentId, props, context, initialResponse, openUrl } = options;
  const page: Page = { componentId, openUrl, host: options.host };
  const initial = transitions.createSessionState(props, context, initialResponse);
  const store = createSessionStore(initial, (request) => void runRequest(request, store, page));
  let shown = initialResponse === undefined ? undefined : renderKey(props, context);

  return {
    getSnapshot: store.get,
    subscribe: store.subscribe,
    render: (props, context) => {
      const key = renderKey(props, context);
      if (key === shown) return;
      shown = key;
      store.update((session) => transitions.requestRender(session, props, context));
    },
    setHost: (host) => {
      page.host = host;
    },
    write: (key, value) => store.update((session) => transitions.writeState(session, key, value)),
    press: (source, action) =>
      performAction(action, store, page, (session, it) => transitions.requestPress(session, source, it)),
    change: (source, action, data) =>
      performAction({ ...action, ...data, action: action.action }, store, page, (session, it) =>
        transitions.requestChange(session, source, it),
      ),
    post: (source, action) =>
      performAction(action, store, page, (session, it) => transitions.requestPost(session, source, it)),
    closeModal: (returnValue) => {
      store.update(transitions.closeModal);
      if (returnValue === undefined) return;
      const action = { action: modalSource, returnValue };
      store.update((session) => transitions.requestChange(session, modalSource, action));
    },
    retry: () => store.update(transitions.retryFailure),
    dismissFailure: () => store.update(transitions.dismissFailure),
    stop: () => {
      if (store.get().requests.length > 0) shown = undefined;
      store.update(transitions.abandonRequests);
    },
  };
}

interface Page extends Pick<ComponentSessionOptions, "componentId" | "openUrl"> {
  host: ComponentHost;
}

async function runRequest(request: SessionRequest, store: SessionStore, page: Page): Promise<void> {
  try {
    const answer = await performRequest(request, page.componentId, store.get(), page.host);
    if (store.get().requests[0]?.id !== request.id) return;
    const element = answer?.type === "element" ? answer : undefined;
    store.update((session) => transitions.settleRequest(session, request.id, element));
    if (answer?.type === "complete") page.host.onComplete?.(answer.returnValue);
  } catch (error) {
    store.update((session) => transitions.failRequest(session, request.id, messageOf(error)));
  }
}

function performAction(
  action: UiAction,
  store: SessionStore,
  page: Page,
  request: (session: SessionState, action: UiAction) => SessionState,
): void {
  const effects: ViewEffects = {
    openModal: (id, props) => store.update((session) => transitions.openModal(session, id, props)),
    complete: (returnValue) => page.host.onComplete?.(returnValue),
    openUrl: page.openUrl,
  };
  try {
    const data = resolveBindings(action, store.get().state ?? {});
    const resolved = { ...data, action: action.action };
    if (!performViewAction(resolved, effects)) store.update((session) => request(session, resolved));
  } catch (error) {
    store.update((session) => transitions.showProblem(session, messageOf(error)));
  }
}

const renderKey = (props: JsonObject, context: UiContext): string => JSON.stringify([props, context]);

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : "Something went wrong.";
}
