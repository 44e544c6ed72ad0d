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

/** Something asked of the component or its page. Requests run one after the other, so each sees the state before it. */
export interface SessionRequest {
  /** Increases with every request; a response to any but the first is stale. */
  readonly id: number;
  /** Path of the element that asked, which shows that it is busy. */
  readonly source: string | undefined;
  readonly work: QueuedWork;
}

/** Why something could not be done. */
export interface SessionFailure {
  /** For the user to read. */
  readonly message: string;
  /** What was thrown. */
  readonly error: unknown;
  /** The request to try again; absent where that would not help. */
  readonly request: SessionRequest | undefined;
}

/** The component shown in a modal. */
export interface OpenModal {
  readonly id: number;
  readonly componentId: string;
  readonly props: JsonObject;
}

/** All there is to know about a component that is shown. */
export interface SessionState {
  readonly props: JsonObject;
  readonly context: UiContext;
  /** What the component rendered last; absent until its first response. */
  readonly element: UiNode | undefined;
  /** The component's state with the user's edits; absent until its first response. */
  readonly state: JsonObject | undefined;
  /** Edits made since the first request was sent: its response can't know of them. */
  readonly edits: JsonObject;
  /** The request in flight, then those that wait for it. */
  readonly requests: readonly SessionRequest[];
  readonly failure: SessionFailure | undefined;
  readonly modal: OpenModal | undefined;
  /** Set when the component said that it is complete. */
  readonly completed: { readonly returnValue: JsonObject | undefined } | undefined;
  readonly lastId: number;
}

/**
 * What happens to a request when its element has asked before:
 * a `press` while the element is busy does nothing; a `change` replaces an older one that still waits;
 * a `post` of a frame's page is done in its turn, but of a flood only the first; a `send` is always done.
 */
export type RequestRule = "press" | "change" | "post" | "send";

/** What can happen to a component that is shown. */
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
      /** Absent where the page did the request without asking the component. */
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

// For posts more than a frame's page asks for at once, few enough to end soon when one asks without end.
const maxInQueue = { press: 1, post: 20, send: Number.POSITIVE_INFINITY };

/** The state before anything was asked; with a response the page already has, it starts from that. */
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

/** The state after something happened. */
export function reduceSession(session: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case "render": {
      // A render that waits or is in flight is replaced; actions before it are not lost.
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
      // What waits behind it was meant for the state it would have left, and goes too.
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

// Its type makes a kind of event that the switch above forgets a compile error.
function stop(session: SessionState, _event: { readonly type: "stop" }): SessionState {
  return { ...session, requests: [] };
}

/** The requests a new one comes behind, or undefined where there is to be no new one. */
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
