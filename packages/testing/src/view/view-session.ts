import type { JsonObject, UiAction, UiContext, UiElementResponse, UiRenderResponse } from "@plugboard/api";
import { TestPlatformError } from "../platform/test-platform-error.ts";
import { withInitialValues } from "./control.ts";
import { isRecord } from "../is-record.ts";
import { resolveBindings } from "./resolve-bindings.ts";

/** What a view asks of the integration. */
export interface ViewRequest {
  readonly componentId: string;
  readonly props: JsonObject;
  readonly state?: JsonObject;
  readonly action?: UiAction;
  readonly context: UiContext;
}

/** What the integration answered. */
export interface ViewResponse {
  readonly answer: UiRenderResponse;
  /** For how long a page may keep it, in seconds. */
  readonly maxAge: number | undefined;
}

/** Renders a component. @throws TestPlatformError `not_rendered` */
export type RenderComponent = (request: ViewRequest) => Promise<ViewResponse>;

/** Where a view starts. */
export interface ViewStart {
  readonly componentId: string;
  readonly props: JsonObject;
  readonly context: UiContext;
  readonly render: RenderComponent;
  readonly onComplete?: (returnValue: JsonObject | undefined) => Promise<void>;
}

/** A component on a screen: what it shows, and what its user and its page did. */
export interface ViewSession {
  readonly start: ViewStart;
  /** The last answer; its state has what the user put into the controls. */
  shown: UiElementResponse | undefined;
  maxAge: number | undefined;
  modal: ViewSession | undefined;
  completed: { readonly returnValue: JsonObject | undefined } | undefined;
  readonly pageActions: UiAction[];
}

/** Renders a component for the first time. */
export async function startSession(start: ViewStart): Promise<ViewSession> {
  const session: ViewSession = {
    start,
    shown: undefined,
    maxAge: undefined,
    modal: undefined,
    completed: undefined,
    pageActions: [],
  };
  await request(session, { props: start.props });
  return session;
}

/** What a session shows. @throws TestPlatformError `not_found` when the component is complete */
export function shownBy({ shown, start, completed }: ViewSession): UiElementResponse {
  if (shown !== undefined && completed === undefined) return shown;
  throw new TestPlatformError(
    "not_found",
    `The component ${start.componentId} is complete and shows nothing.`,
  );
}

/** Sends an action to the component. */
export async function sendAction(session: ViewSession, action: UiAction): Promise<void> {
  const { props, state } = shownBy(session);
  await request(session, { props, state, action });
}

/** Does what a page does when an element with this action is pressed. */
export async function performAction(session: ViewSession, action: UiAction): Promise<void> {
  const resolved = { ...resolveBindings(action, shownBy(session).state), action: action.action };
  const ownPage = pageActions.get(action.action);
  if (ownPage === undefined) return sendAction(session, resolved);
  session.pageActions.push(resolved);
  return ownPage(session, resolved);
}

/** The actions that a page does itself. */
const pageActions: ReadonlyMap<string, (session: ViewSession, action: UiAction) => Promise<void>> = new Map([
  ["@ui.modal.open", openModal],
  ["@ui.modal.close", (session, { returnValue }) => complete(session, toObject(returnValue))],
  ["@editor.node.updateProps", (session, { props }) => updateProps(session, toObject(props) ?? {})],
  ["@ui.url.open", async () => {}],
  ["@link.unfurl", async () => {}],
]);

async function openModal(session: ViewSession, { componentId, props }: UiAction): Promise<void> {
  const { context, render } = session.start;
  session.modal = await startSession({
    componentId: typeof componentId === "string" ? componentId : "",
    props: toObject(props) ?? {},
    context,
    render,
    onComplete: async (returnValue) => {
      session.modal = undefined;
      if (returnValue !== undefined) await sendAction(session, { action: "@ui.modal.close", returnValue });
    },
  });
}

async function updateProps(session: ViewSession, props: JsonObject): Promise<void> {
  await request(session, { props, state: shownBy(session).state });
}

async function request(
  session: ViewSession,
  asked: Omit<ViewRequest, "componentId" | "context">,
): Promise<void> {
  const { componentId, context, render } = session.start;
  const { answer, maxAge } = await render({ componentId, context, ...asked });
  if (answer.type === "complete") return complete(session, answer.returnValue);
  session.maxAge = maxAge;
  session.shown = { ...answer, state: withInitialValues(answer.state, answer.element) };
}

async function complete(session: ViewSession, returnValue: JsonObject | undefined): Promise<void> {
  session.completed = { returnValue };
  await session.start.onComplete?.(returnValue);
}

function toObject(value: UiAction[string]): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

function isJsonObject(value: UiAction[string]): value is JsonObject {
  return isRecord(value);
}
