import type {
  Json,
  JsonObject,
  UiContext,
  UiElementResponse,
  UiNode,
  UiRenderResponse,
} from "@plugboard/api";
import { withInitialValues } from "../tree/control.ts";
import type { QueuedWork } from "./session-work.ts";

/**
 * A request to the component or its page. Requests run one at a time, so each sees the state after the
 * previous one.
 */
export interface SessionRequest {
  /** Increases with every request. Responses to any but the first pending request are stale. */
  readonly id: number;
  /** The path of the element that sent the request, which is shown as busy. */
  readonly source: string | undefined;
  readonly work: QueuedWork;
}

/** A failed request. */
export interface SessionFailure {
  /** The message for the user. */
  readonly message: string;
  /** The original error. */
  readonly error: unknown;
  /** The request to retry. `undefined` if a retry wouldn't help. */
  readonly request: SessionRequest | undefined;
}

/** A component in a modal. */
export interface OpenModal {
  readonly id: number;
  readonly componentId: string;
  readonly props: JsonObject;
}

/** The state of a displayed component. */
export interface SessionState {
  readonly props: JsonObject;
  readonly context: UiContext;
  /** The last rendered tree. `undefined` before the first response. */
  readonly element: UiNode | undefined;
  /** The component's state including the user's edits. `undefined` before the first response. */
  readonly state: JsonObject | undefined;
  /** Edits since the first pending request was sent. Its response doesn't include them. */
  readonly edits: JsonObject;
  /** The request in flight, followed by waiting ones. */
  readonly requests: readonly SessionRequest[];
  readonly failure: SessionFailure | undefined;
  readonly modal: OpenModal | undefined;
  /** Set once the component is complete. */
  readonly completed: { readonly returnValue: JsonObject | undefined } | undefined;
  readonly lastId: number;
}

/**
 * How a request is queued if its element already has one. A `press` is ignored while the element is busy. A
 * `change` replaces a waiting one. A `post` from a frame is queued up to a limit. A `send` is always queued.
 */
export type RequestRule = "press" | "change" | "post" | "send";

/** An event that changes the session. */
export type SessionEvent =
  | { readonly type: "render"; readonly props: JsonObject; readonly context: UiContext }
  | { readonly type: "write"; readonly key: string; readonly value: Json }
  | {
      readonly type: "request";
      readonly rule: RequestRule;
      readonly source: string;
      readonly work: QueuedWork;
    }
  | {
      readonly type: "respond";
      readonly id: number;
      /** `undefined` if the page handled the request without asking the component. */
      readonly response: UiRenderResponse | undefined;
    }
  | { readonly type: "fail"; readonly id: number; readonly error: unknown }
  | { readonly type: "refuse"; readonly error: unknown }
  | { readonly type: "retry" }
  | { readonly type: "dismissFailure" }
  | { readonly type: "openModal"; readonly componentId: string; readonly props: JsonObject }
  | { readonly type: "closeModal" }
  | { readonly type: "complete"; readonly returnValue: JsonObject | undefined }
  | { readonly type: "stop" };

// The post limit exceeds what a frame normally sends at once, and stays small enough to finish quickly.
const maxInQueue = { press: 1, post: 20, send: Number.POSITIVE_INFINITY };

/** Returns the initial state, optionally with a response that the page already has. */
export function createSessionState(
  props: JsonObject,
  context: UiContext,
  initialResponse: UiElementResponse | undefined,
): SessionState {
  const empty: SessionState = {
    props,
    context,
    element: undefined,
    state: undefined,
    edits: {},
    requests: [],
    failure: undefined,
    modal: undefined,
    completed: undefined,
    lastId: 0,
  };
  return initialResponse === undefined ? empty : showResponse(empty, initialResponse);
}

/** Returns the state after an event. */
export function reduceSession(session: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case "render": {
      // Replaces pending renders; actions are kept.
      const requests = session.requests.filter(({ work }) => work.kind !== "render");
      const { props, context } = event;
      return enqueue({ ...session, props, context, requests }, undefined, { kind: "render" });
    }
    case "write": {
      const edit = { [event.key]: event.value };
      return { ...session, state: { ...session.state, ...edit }, edits: { ...session.edits, ...edit } };
    }
    case "request": {
      const requests = requestsBefore(session.requests, event.source, event.rule);
      return requests ? enqueue({ ...session, requests }, event.source, event.work) : session;
    }
    case "respond": {
      if (session.requests[0]?.id !== event.id) return session;
      const rest = { ...session, requests: session.requests.slice(1) };
      const shown = event.response?.type === "element" ? showResponse(rest, event.response) : rest;
      return { ...shown, edits: {} };
    }
    case "fail": {
      // Waiting requests relied on the failed one's state, so they are dropped.
      const [request] = session.requests;
      if (request?.id !== event.id) return session;
      return { ...session, requests: [], failure: toFailure(event.error, request) };
    }
    case "refuse":
      return { ...session, failure: toFailure(event.error, undefined) };
    case "retry": {
      const request = session.failure?.request;
      return request === undefined ? session : enqueue(session, request.source, request.work);
    }
    case "dismissFailure":
      return { ...session, failure: undefined };
    case "openModal": {
      const { componentId, props } = event;
      const id = session.lastId + 1;
      return { ...session, lastId: id, failure: undefined, modal: { id, componentId, props } };
    }
    case "closeModal":
      return { ...session, modal: undefined };
    case "complete":
      return { ...session, completed: { returnValue: event.returnValue } };
    default:
      return stop(session, event);
  }
}

// The parameter type makes a missing case in the switch above a compile error.
function stop(session: SessionState, _event: { readonly type: "stop" }): SessionState {
  return { ...session, requests: [] };
}

/** Returns the requests to keep before a new one, or `undefined` to drop the new one. */
function requestsBefore(
  requests: readonly SessionRequest[],
  source: string,
  rule: RequestRule,
): readonly SessionRequest[] | undefined {
  if (rule === "change") {
    return requests.filter((request, index) => index === 0 || request.source !== source);
  }
  const own = requests.filter((request) => request.source === source);
  return own.length < maxInQueue[rule] ? requests : undefined;
}

function enqueue(session: SessionState, source: string | undefined, work: QueuedWork): SessionState {
  const id = session.lastId + 1;
  const requests = [...session.requests, { id, source, work }];
  const edits = requests.length === 1 ? {} : session.edits;
  return { ...session, requests, lastId: id, failure: undefined, edits };
}

function showResponse(session: SessionState, response: UiElementResponse): SessionState {
  const { element, props } = response;
  const state = { ...withInitialValues(response.state, element), ...session.edits };
  return { ...session, element, props, state };
}

function toFailure(error: unknown, request: SessionRequest | undefined): SessionFailure {
  const message = error instanceof Error && error.message !== "" ? error.message : "Something went wrong.";
  return { message, error, request };
}
