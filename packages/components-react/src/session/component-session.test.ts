import type { JsonObject, UiAction, UiRenderResponse } from "@plugboard/api";
import { expect, test, vi } from "vitest";
import type { ComponentEvent, ComponentHost } from "../component-host.ts";
import { createComponentSession } from "./component-session.ts";

const context = { type: "document", theme: "light" } as const;
const tree = { type: "block", children: [{ type: "textinput", state: "name", initialValue: "Ada" }] };
const element = (state: JsonObject): UiRenderResponse => ({
  type: "element",
  state,
  props: {},
  element: tree,
});

/** A page whose answers the test gives one by one, in any order. */
function createPage(extra: Partial<ComponentHost> = {}) {
  const asked: {
    event: ComponentEvent;
    answer: (answer: UiRenderResponse) => void;
    fail: (error: Error) => void;
  }[] = [];
  const openUrl = vi.fn<(url: string) => void>();
  const host: ComponentHost = {
    dispatch: (event) => new Promise((answer, fail) => asked.push({ event, answer, fail })),
    ...extra,
  };
  const options = { componentId: "greeting", props: { id: 1 }, context, initialResponse: undefined };
  const session = createComponentSession({ ...options, host, openUrl });
  const answer = async (index: number, state: JsonObject) => {
    asked[index]?.answer(element(state));
    await settled();
  };
  return { asked, openUrl, session, answer };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const states = (events: readonly { event: ComponentEvent }[]) => events.map(({ event }) => event.state);
const pending = (session: ReturnType<typeof createPage>["session"]) =>
  session.getSnapshot().requests.map(({ source }) => source);

async function createShownPage(state: JsonObject = {}, extra: Partial<ComponentHost> = {}) {
  const page = createPage(extra);
  page.session.render({ id: 1 }, context);
  await page.answer(0, state);
  return page;
}

test("the first render sends no state, and its answer with initial values is the state", async () => {
  const { asked, session } = await createShownPage({ count: 1 });

  expect(asked[0]?.event).toEqual({ componentId: "greeting", props: { id: 1 }, context });
  expect(session.getSnapshot()).toMatchObject({
    element: tree,
    state: { count: 1, name: "Ada" },
    requests: [],
  });
});

test("what a frame asks for is done one after the other, and a flood of it is cut off", async () => {
  const { asked, session, answer } = await createShownPage({});

  for (const id of ["a", "b", "a"]) session.post("frame", { action: "pick", id });
  expect(pending(session)).toEqual(["frame", "frame", "frame"]);
  await answer(1, {});
  await answer(2, {});
  await answer(3, {});
  expect(asked.slice(1).map(({ event }) => event.action?.["id"])).toEqual(["a", "b", "a"]);

  for (let count = 0; count < 1000; count += 1) session.post("frame", { action: "flood" });
  expect(pending(session)).toHaveLength(20);
});

test("the same props and context are asked for once, others again with the state so far", async () => {
  const { asked, session } = await createShownPage({ count: 1 });

  session.render({ id: 1 }, { ...context });
  expect(asked).toHaveLength(1);
  session.render({ id: 2 }, context);
  expect(asked[1]?.event).toMatchObject({ props: { id: 2 }, state: { count: 1 } });
});

test("a page that has an answer already asks nothing", () => {
  const dispatch = vi.fn<ComponentHost["dispatch"]>();
  const initialResponse = { type: "element", state: { a: 1 }, props: {}, element: tree } as const;
  const options = { componentId: "greeting", props: {}, context, initialResponse };
  const session = createComponentSession({ ...options, host: { dispatch }, openUrl: () => {} });

  session.render({}, context);

  expect(dispatch).not.toHaveBeenCalled();
  expect(session.getSnapshot().state).toEqual({ a: 1, name: "Ada" });
});

test("a control's edit changes the state without asking the page", async () => {
  const { asked, session } = await createShownPage();
  session.write("name", "Grace");
  expect(session.getSnapshot().state).toEqual({ name: "Grace" });
  expect(asked).toHaveLength(1);
});

test("a press carries the state and the bindings of its action, and its element is busy until the answer", async () => {
  const { asked, session, answer } = await createShownPage();
  session.write("name", "Grace");

  session.press("root.0", { action: "greet", who: { $state: "name" } });

  expect(asked[1]?.event).toMatchObject({
    state: { name: "Grace" },
    action: { action: "greet", who: "Grace" },
  });
  expect(pending(session)).toEqual(["root.0"]);
  await answer(1, { name: "", greeted: true });
  expect(pending(session)).toEqual([]);
  expect(session.getSnapshot().state).toEqual({ name: "", greeted: true });
});

test("a second press of a busy element does nothing", async () => {
  const { asked, session } = await createShownPage();
  session.press("root.0", { action: "pay" });
  session.press("root.0", { action: "pay" });
  expect(asked).toHaveLength(2);
  expect(pending(session)).toEqual(["root.0"]);
});

test("actions run one after the other, each with the state the one before left", async () => {
  const { asked, session, answer } = await createShownPage({ count: 0 });

  session.press("root.0", { action: "add" });
  session.press("root.1", { action: "double" });
  expect(asked).toHaveLength(2);
  await answer(1, { count: 1 });

  expect(states(asked)).toEqual([undefined, { count: 0, name: "Ada" }, { count: 1, name: "Ada" }]);
});

test("only the newest change of a control waits behind the one in flight", async () => {
  const { asked, session, answer } = await createShownPage();
  const onValueChange: UiAction = { action: "choose" };

  session.change("root.0", onValueChange, { value: "a" });
  session.change("root.0", onValueChange, { value: "b" });
  session.change("root.0", onValueChange, { value: "c" });
  await answer(1, {});

  expect(asked.slice(1).map(({ event }) => event.action?.["value"])).toEqual(["a", "c"]);
});

test("what the user edits while an action is in flight survives its answer, what was sent with it does not", async () => {
  const { session, answer } = await createShownPage();
  session.write("name", "sent");
  session.press("root.0", { action: "save" });
  session.write("note", "typed meanwhile");

  await answer(1, { name: "", note: "" });

  expect(session.getSnapshot().state).toEqual({ name: "", note: "typed meanwhile" });
});

test("the answer to a render that was replaced is dropped", async () => {
  const { session, answer } = await createShownPage();
  session.render({ id: 2 }, context);
  session.render({ id: 3 }, context);

  await answer(2, { id: 3 });
  await answer(1, { id: 2 });

  expect(session.getSnapshot().state).toMatchObject({ id: 3 });
});

test("an answer that comes after the session was stopped is dropped, and rendering again asks again", async () => {
  const onComplete = vi.fn<(returnValue?: JsonObject) => void>();
  const { asked, session } = await createShownPage({ count: 0 }, { onComplete });
  session.press("root.0", { action: "finish" });
  session.stop();

  asked[1]?.answer({ type: "complete", returnValue: { a: 1 } });
  await settled();
  expect(onComplete).not.toHaveBeenCalled();

  session.render({ id: 1 }, context);
  expect(asked).toHaveLength(3);
});

test("a failure keeps what is shown, drops what waited behind it, and can be tried again", async () => {
  const { asked, session, answer } = await createShownPage({ count: 0 });
  session.press("root.0", { action: "add" });
  session.press("root.1", { action: "double" });

  asked[1]?.fail(new Error("The network is down"));
  await settled();
  expect(session.getSnapshot()).toMatchObject({
    element: tree,
    failure: { message: "The network is down" },
    requests: [],
  });

  session.retry();
  expect(session.getSnapshot().failure).toBeUndefined();
  expect(asked[2]?.event.action).toEqual({ action: "add" });
  await answer(2, { count: 1 });
  expect(session.getSnapshot().state).toMatchObject({ count: 1 });
});

test.each([
  [null, "it is not an object"],
  [{ type: "other" }, 'its type is "other"'],
  [{ type: "element", props: {}, element: tree }, "its state is not an object"],
  [{ type: "element", state: {}, element: tree }, "its props are not an object"],
  [{ type: "element", state: {}, props: {}, element: "<b>" }, "its element is not a node"],
])("an answer that is not one fails and says why: %j", async (answer, message) => {
  const dispatch = async () => JSON.parse(JSON.stringify(answer));
  const { session } = createPage({ dispatch });
  session.render({}, context);
  await settled();
  expect(session.getSnapshot().failure?.message).toContain(message);
});

test("a component that is complete hands its return value to the page", async () => {
  const onComplete = vi.fn<(returnValue?: JsonObject) => void>();
  const { asked, session } = await createShownPage({}, { onComplete });
  session.press("root.0", { action: "finish" });
  asked[1]?.answer({ type: "complete", returnValue: { a: 1 } });
  await settled();
  expect(onComplete).toHaveBeenCalledWith({ a: 1 });
});

test("a modal opens with its props bound, and what it returns goes to the component that opened it", async () => {
  const { asked, session } = await createShownPage();
  session.press("root.0", {
    action: "@ui.modal.open",
    componentId: "picker",
    props: { name: { $state: "name" } },
  });
  expect(session.getSnapshot().modal).toMatchObject({ componentId: "picker", props: { name: "Ada" } });
  expect(asked).toHaveLength(1);

  session.closeModal({ picked: "Grace" });

  expect(session.getSnapshot().modal).toBeUndefined();
  expect(asked[1]?.event.action).toEqual({ action: "@ui.modal.close", returnValue: { picked: "Grace" } });
});

test("a modal that returns nothing asks nothing of its opener", async () => {
  const { asked, session } = await createShownPage();
  session.press("root.0", { action: "@ui.modal.open", componentId: "picker", props: {} });
  session.closeModal(undefined);
  expect(session.getSnapshot().modal).toBeUndefined();
  expect(asked).toHaveLength(1);
});

test("only safe URLs are opened", async () => {
  const { openUrl, session } = await createShownPage();

  session.press("root.0", { action: "@ui.url.open", url: "https://example.com/a" });
  session.press("root.0", { action: "@ui.url.open", url: "javascript:alert(1)" });

  expect(openUrl.mock.calls).toEqual([["https://example.com/a"]]);
  expect(session.getSnapshot().failure?.message).toContain("javascript:alert(1)");
  expect(session.getSnapshot().failure?.request).toBeUndefined();
});

test("props and links are given to the page, and the element is busy until the page is done", async () => {
  const finish: (() => void)[] = [];
  const onUpdateProps = vi.fn<(props: JsonObject) => Promise<void>>(
    () => new Promise((resolve) => finish.push(resolve)),
  );
  const onUnfurlLink = vi.fn<(url: string) => void>();
  const { asked, session } = await createShownPage({}, { onUpdateProps, onUnfurlLink });

  session.press("root.0", { action: "@editor.node.updateProps", props: { name: { $state: "name" } } });
  session.press("root.1", { action: "@link.unfurl", url: "https://example.com/" });

  expect(pending(session)).toEqual(["root.0", "root.1"]);
  expect(onUnfurlLink).not.toHaveBeenCalled();
  finish[0]?.();
  await settled();
  expect(onUpdateProps).toHaveBeenCalledWith({ name: "Ada" });
  expect(onUnfurlLink).toHaveBeenCalledWith("https://example.com/");
  expect(pending(session)).toEqual([]);
  expect(asked).toHaveLength(1);
});

test.each([
  [{ action: "@editor.node.updateProps", props: {} }, "This page does not support @editor.node.updateProps."],
  [{ action: "@link.unfurl", url: "https://example.com/" }, "This page does not support @link.unfurl."],
  [{ action: "@ui.modal.open", props: {} }, "@ui.modal.open names no componentId."],
  [{ action: "@something.else" }, "There is no action @something.else."],
])("an action the page can't do is a failure that says so: %j", async (action, message) => {
  const { asked, session } = await createShownPage();
  session.press("root.0", action);
  await settled();
  expect(session.getSnapshot().failure?.message).toBe(message);
  expect(asked).toHaveLength(1);
});
