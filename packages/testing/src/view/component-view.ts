import type { Json, JsonObject, UiAction, UiNode } from "@plugboard/api";
import { isDeepStrictEqual } from "node:util";
import { TestPlatformError } from "../platform/test-platform-error.ts";
import { type Control, findControls } from "./control.ts";
import { findPressables, type Pressable } from "./pressable.ts";
import {
  performAction,
  sendAction,
  shownBy,
  startSession,
  type ViewSession,
  type ViewStart,
} from "./view-session.ts";
import { textOf, walkMarkup } from "./walk-markup.ts";

/** A component as its user has it on the screen. */
export interface ComponentView {
  /** The element it rendered last. */
  readonly markup: UiNode;
  /** Its state, with what the user put into its controls. */
  readonly state: JsonObject;
  readonly props: JsonObject;
  /** All text there is to read, a line for each element that has some. */
  readonly text: string;
  /** For how long a page may keep the answer, in seconds. */
  readonly maxAge: number | undefined;
  /** The component in the modal it opened, while that is open. */
  readonly modal: ComponentView | undefined;
  /** What it returned when it said it was complete. */
  readonly completed: { readonly returnValue: JsonObject | undefined } | undefined;
  /** The built-in actions it asked of its page, such as `@ui.url.open`. */
  readonly pageActions: readonly UiAction[];
  /** The visible elements that have these attributes, such as `{ type: "text" }`. */
  findAll(attributes: Readonly<Record<string, unknown>>): readonly UiNode[];
  /**
   * Presses what is called so: a button, a card, a control of a block, or a button of a stepper. A `confirm` is
   * confirmed.
   *
   * @throws TestPlatformError `not_found` when nothing, or nothing enabled, is called so, or several things are
   */
  press(label: string): Promise<void>;
  /**
   * Puts a value into the control of that label or state key.
   *
   * @throws TestPlatformError `not_found`
   */
  fill(name: string, value: Json): Promise<void>;
  /** Sends an action to the component, as a page does that has something to tell, such as `@link.unfurl`. */
  dispatch(action: UiAction): Promise<void>;
}

/** Renders a component and gives a view of it. @throws TestPlatformError `not_rendered` */
export async function openComponentView(start: ViewStart): Promise<ComponentView> {
  return toView(await startSession(start));
}

function toView(session: ViewSession): ComponentView {
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
      return session.maxAge;
    },
    get modal() {
      return session.modal && toView(session.modal);
    },
    get completed() {
      return session.completed;
    },
    pageActions: session.pageActions,
    findAll: (attributes) => [...walkMarkup(element())].filter((node) => hasAttributes(node, attributes)),
    press: async (label) => performAction(session, findPressable(element(), label).action),
    fill: async (name, value) => fill(session, findControl(element(), name), value),
    dispatch: (action) => sendAction(session, action),
  };
}

async function fill(session: ViewSession, { key, onChange }: Control, value: Json): Promise<void> {
  const shown = shownBy(session);
  session.shown = { ...shown, state: { ...shown.state, [key]: value } };
  if (onChange === undefined) return;
  const { action, dataName } = onChange;
  await performAction(session, { ...action, [dataName]: value, action: action.action });
}

function hasAttributes(node: UiNode, attributes: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(attributes).every(([name, value]) => isDeepStrictEqual(node[name], value));
}

function findPressable(root: UiNode, label: string): Pressable {
  const all = findPressables(root);
  const found = findOne("button", label, all, (pressable) => [pressable.label]);
  if (!found.isDisabled) return found;
  throw new TestPlatformError("not_found", `The button "${label}" is disabled.`);
}

function findControl(root: UiNode, name: string): Control {
  const found = findOne("control", name, findControls(root), ({ label, key }) => [label, key]);
  if (!found.isDisabled) return found;
  throw new TestPlatformError("not_found", `The control "${name}" is disabled.`);
}

function findOne<Item>(
  kind: string,
  name: string,
  items: readonly Item[],
  namesOf: (item: Item) => readonly (string | undefined)[],
): Item {
  const found = items.filter((item) => namesOf(item).includes(name));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const known =
    items.map((item) => `"${namesOf(item).find((text) => text !== undefined)}"`).join(", ") || "none";
  const problem =
    first === undefined
      ? `There is no ${kind} "${name}"`
      : `There are ${found.length} of the ${kind} "${name}"`;
  throw new TestPlatformError("not_found", `${problem}. There is: ${known}.`);
}
