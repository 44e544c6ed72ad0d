import type {
  Json,
  JsonObject,
  UiAction,
  UiContext,
  UiElementResponse,
  UiNode,
  UiRenderResponse,
} from "@plugboard/api";
import {
  type ComponentEvent,
  type ComponentSession,
  createComponentSession,
  type SessionHost,
} from "@plugboard/components/session";
import { isDeepStrictEqual } from "node:util";
import { TestPlatformError } from "../errors/test-platform-error.ts";
import { type Control, findControls, findPressables, type Pressable } from "./user-input.ts";
import { textOf, walkMarkup } from "./walk-markup.ts";

/** The integration's response. */
export interface ViewResponse {
  readonly response: UiRenderResponse;
  /** How long a page can cache it (s). */
  readonly maxAge: number | undefined;
}

/** The start of a view. */
export interface ViewStart {
  readonly componentId: string;
  readonly props: JsonObject;
  readonly context: UiContext;
  /** Renders a component. @throws TestPlatformError `not_rendered` */
  readonly render: (event: ComponentEvent) => Promise<ViewResponse>;
}

/** A component as its user sees it. */
export interface ComponentView {
  /** The last rendered element. */
  readonly markup: UiNode;
  /** The state, including the user's input. */
  readonly state: JsonObject;
  readonly props: JsonObject;
  /** All visible text, one line per element. */
  readonly text: string;
  /** How long a page can cache the response (s). */
  readonly maxAge: number | undefined;
  /** The component in the open modal, if any. */
  readonly modal: ComponentView | undefined;
  /** The return value of the completed component. */
  readonly completed: { readonly returnValue: JsonObject | undefined } | undefined;
  /** The built-in actions requested from the page, such as `@ui.url.open`. */
  readonly pageActions: readonly UiAction[];
  /** Returns the visible elements with these attributes, such as `{ type: "text" }`. */
  findAll(attributes: Readonly<Record<string, unknown>>): readonly UiNode[];
  /**
   * Presses a button, a card, a control of a block, or a button of a stepper, by its label. Confirms a `confirm`.
   *
   * @throws TestPlatformError `not_found` if no element or several elements have this label, or the element is
   * disabled
   */
  press(label: string): Promise<void>;
  /**
   * Sets the value of the control with this label or state key.
   *
   * @throws TestPlatformError `not_found`
   */
  fill(name: string, value: Json): Promise<void>;
  /** Sends an action to the component, as the page does with `@link.unfurl`. */
  dispatch(action: UiAction): Promise<void>;
}

/** Renders a component and returns a view of it. @throws TestPlatformError `not_rendered` */
export async function openComponentView({ render, ...start }: ViewStart): Promise<ComponentView> {
  const pageActions: UiAction[] = [];
  const maxAges = new Map<string, number | undefined>();
  const host: SessionHost = {
    dispatch: async (event) => {
      const { response, maxAge } = await render(event);
      maxAges.set(event.componentId, maxAge);
      return response;
    },
    openUrl: (url) => {
      pageActions.push({ action: "@ui.url.open", url });
    },
    onUpdateProps: (props) => {
      pageActions.push({ action: "@editor.node.updateProps", props });
      session.render(props, start.context);
    },
    onUnfurlLink: (url) => {
      pageActions.push({ action: "@link.unfurl", url });
    },
  };
  const session = createComponentSession({ ...start, host });
  const page: ViewedPage = { session, pageActions, maxAges };
  session.render(start.props, start.context);
  await settle(page);
  return toView(session, page);
}

/** The page of a view, with its root component. */
interface ViewedPage {
  readonly session: ComponentSession;
  readonly pageActions: readonly UiAction[];
  readonly maxAges: ReadonlyMap<string, number | undefined>;
}

function toView(session: ComponentSession, page: ViewedPage): ComponentView {
  const element = () => shownBy(session).element;
  return {
    get markup() {
      return element();
    },
    get state() {
      return shownBy(session).state;
    },
    get props() {
      return shownBy(session).props;
    },
    get text() {
      return textOf(element());
    },
    get maxAge() {
      return page.maxAges.get(session.componentId);
    },
    get modal() {
      const modal = session.getModal();
      return modal && toView(modal, page);
    },
    get completed() {
      return session.getState().completed;
    },
    pageActions: page.pageActions,
    findAll: (attributes) => [...walkMarkup(element())].filter((node) => hasAttributes(node, attributes)),
    press: async (label) => {
      session.press(label, findPressable(element(), label).action);
      await settle(page);
    },
    fill: async (name, value) => {
      const { key, onChange } = findControl(element(), name);
      session.write(key, value);
      if (onChange) session.change(key, onChange.action, { [onChange.dataName]: value });
      await settle(page);
    },
    dispatch: async (action) => {
      session.send(action);
      await settle(page);
    },
  };
}

/** Waits for requests in flight. @throws the error of the component or of a modal */
async function settle({ session }: ViewedPage): Promise<void> {
  await session.settled();
  for (let shown: ComponentSession | undefined = session; shown; shown = shown.getModal()) {
    const { failure } = shown.getState();
    shown.dismissFailure();
    if (failure) throw failure.error;
  }
}

/** Returns the rendered state of a session. @throws TestPlatformError `not_found` if the component is complete */
function shownBy({ componentId, getState }: ComponentSession): Omit<UiElementResponse, "type"> {
  const { element, state, props, completed } = getState();
  if (element !== undefined && state !== undefined && completed === undefined)
    return { element, state, props };
  throw new TestPlatformError(
    "not_found",
    `The component ${componentId} is complete and no longer rendered.`,
  );
}

function hasAttributes(node: UiNode, attributes: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(attributes).every(([name, value]) => isDeepStrictEqual(node[name], value));
}

function findPressable(root: UiNode, label: string): Pressable {
  const pressables = findPressables(root);
  const pressable = findOne("button", label, pressables, (each) => [each.label]);
  if (!pressable.isDisabled) return pressable;
  throw new TestPlatformError("not_found", `The button "${label}" is disabled.`);
}

function findControl(root: UiNode, name: string): Control {
  const control = findOne("control", name, findControls(root), ({ label, key }) => [label, key]);
  if (!control.isDisabled) return control;
  throw new TestPlatformError("not_found", `The control "${name}" is disabled.`);
}

function findOne<Item>(
  kind: string,
  name: string,
  items: readonly Item[],
  namesOf: (item: Item) => readonly (string | undefined)[],
): Item {
  const matches = items.filter((item) => namesOf(item).includes(name));
  const [first] = matches;
  if (first !== undefined && matches.length === 1) return first;
  const available =
    items.map((item) => `"${namesOf(item).find((text) => text !== undefined)}"`).join(", ") || "none";
  const problem =
    first === undefined ? `There is no ${kind} "${name}"` : `${matches.length} ${kind}s are called "${name}"`;
  throw new TestPlatformError("not_found", `${problem}. Available: ${available}.`);
}
