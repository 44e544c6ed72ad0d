import type { JsonObject, Json, UiAction, UiContext, UiElementResponse, UiNode } from "@plugboard/api";
import { withInitialValues } from "../tree/initial-values.ts";

/** Something asked of the component or its page. Requests run one after the other, so each sees the state before it. */
export interface SessionRequest {
  /** Increases with every request; an answer to any but the first in line is stale. */
  readonly id: number;
  /** Path of the element that asked, which shows that it is busy. */
  readonly source: string | undefined;
  /** Absent where the component is only to be rendered. */
  readonly action: UiAction | undefined;
}

/** Why something could not be done, and the request to try again where that makes sense. */
export interface SessionFailure {
  readonly message: string;
  readonly request: SessionRequest | undefined;
}

/** The component shown in a modal. */
export interface OpenModal {
  readonly id: number;
  readonly componentId: string;
  readonly props: JsonObject;
}

/** All a view of one component knows. */
export interface SessionState {
  readonly props: JsonObject;
  readonly context: UiContext;
  /** What the component rendered last; absent until its first answer. */
  readonly element: UiNode | undefined;
  /** The component's state with the user's edits; absent until its first answer. */
  readonly state: JsonObject | undefined;
  /** Edits made since the first request in line was sent: its answer can't know of them. */
  readonly edits: JsonObject;
  /** The request in flight, then those that wait for it. */
  readonly requests: readonly SessionRequest[];
  readonly failure: SessionFailure | undefined;
  readonly modal: OpenModal | undefined;
  readonly lastId: number;
}

// More than a frame's page asks for at once, few enough to end soon when one asks without end.
const mostPosts = 20;

/** The state of a view before anything was asked; with an answer the page already has, it starts from that. */
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
    lastId: 0,
  };
  return initialResponse === undefined ? empty : showResponse(empty, initialResponse);
}

/** Asks for a render. One that is waiting or in flight is replaced; actions before it are not lost. */
export function requestRender(session: SessionState, props: JsonObject, context: UiContext): SessionState {
  const actions = session.requests.filter(({ action }) => action !== undefined);
  return enqueue({ ...session, props, context, requests: actions }, undefined, undefined);
}

/** Asks for an action because its element was pressed. A second press while it is busy does nothing. */
export function requestPress(session: SessionState, source: string, action: UiAction): SessionState {
  if (session.requests.some((request) => request.source === source)) return session;
  return enqueue(session, source, action);
}

/** Asks for an action because a value changed. An older change that still waits is replaced, one in flight is not. */
export function requestChange(session: SessionState, source: string, action: UiAction): SessionState {
  const requests = session.requests.filter((request, index) => index === 0 || request.source !== source);
  return enqueue({ ...session, requests }, source, action);
}

/** Asks for an action because the page in a frame did. Each is done in its turn; of a flood, the first ones. */
export function requestPost(session: SessionState, source: string, action: UiAction): SessionState {
  const asked = session.requests.filter((request) => request.source === source);
  return asked.length < mostPosts ? enqueue(session, source, action) : session;
}

function enqueue(
  session: SessionState,
  source: string | undefined,
  action: UiAction | undefined,
): SessionState {
  const id = session.lastId + 1;
  const requests = [...session.requests, { id, source, action }];
  return {
    ...session,
    requests,
    lastId: id,
    failure: undefined,
    edits: requests.length === 1 ? {} : session.edits,
  };
}

/** The user changed a control. */
export function writeState(session: SessionState, key: string, value: Json): SessionState {
  return {
    ...session,
    state: { ...session.state, [key]: value },
    edits: { ...session.edits, [key]: value },
  };
}

/** The first request in line came to its end, with the component's new look or, where the page did it, without. */
export function settleRequest(
  session: SessionState,
  id: number,
  answer: UiElementResponse | undefined,
): SessionState {
  if (session.requests[0]?.id !== id) return session;
  const settled = answer === undefined ? session : showResponse(session, answer);
  return { ...settled, requests: session.requests.slice(1), edits: {} };
}

function showResponse(session: SessionState, answer: UiElementResponse): SessionState {
  const state = { ...withInitialValues(answer.state, answer.element), ...session.edits };
  return { ...session, element: answer.element, props: answer.props, state };
}

/** The first request in line failed. What waits behind it was meant for the state it would have left, and goes too. */
export function failRequest(session: SessionState, id: number, message: string): SessionState {
  const [request] = session.requests;
  if (request?.id !== id) return session;
  return { ...session, requests: [], failure: { message, request } };
}

/** Sends the request that failed once more. */
export function retryFailure(session: SessionState): SessionState {
  const request = session.failure?.request;
  return request === undefined ? session : enqueue(session, request.source, request.action);
}

/** Shows a problem that trying again would not help. */
export function showProblem(session: SessionState, message: string): SessionState {
  return { ...session, failure: { message, request: undefined } };
}

/** Puts the failure away. */
export function dismissFailure(session: SessionState): SessionState {
  return { ...session, failure: undefined };
}

/** Shows a component in a modal. */
export function openModal(session: SessionState, componentId: string, props: JsonObject): SessionState {
  const id = session.lastId + 1;
  return { ...session, lastId: id, failure: undefined, modal: { id, componentId, props } };
}

/** Takes the modal away. */
export function closeModal(session: SessionState): SessionState {
  return { ...session, modal: undefined };
}

/** Forgets every request: answers that still come are stale. */
export function abandonRequests(session: SessionState): SessionState {
  return { ...session, requests: [] };
}
