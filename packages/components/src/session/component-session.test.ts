import type { JsonObject, UiAction, UiRenderResponse } from "@plugboard/api";
import { expect, test, vi } from "vitest";
import {
  type ComponentEvent,
  type ComponentSession,
  createComponentSession,
  type SessionHost,
} from "./component-session.ts";

const context = { type: "document", theme: "light" } as const;
const tree = { type: "block", children: [{ type: "textinput", state: "name", initialValue: "Ada" }] };
const element = (state: JsonObject): UiRenderResponse => ({
  type: "element",
  state,
  props: {},
  element: tree,
});

/** A page whose responses the test sends one by one, in any order. */
function createPage(extra: Partial<SessionHost> = {}) {
  const asked: {
    event: ComponentEvent;
    respond: (response: UiRenderResponse) => void;
    fail: (error: Error) => void;
  }[] = [];
  const openUrl = vi.fn<(url: string) => void>();
  const host: SessionHost = {
    dispatch: (event) => new Promise((respond, fail) => asked.push({ event, respond, fail })),
    openUrl,
    ...extra,
  };
  const session = createComponentSession({ componentId: "greeting", props: { id: 1 }, context, host });
  const respond = async (index: number, state: JsonObject) => {
    asked[index]?.respond(element(state));
    await settled();
  };
  return { asked, openUrl, session, respond };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const states = (events: readonly { event: ComponentEvent }[]) => events.map(({ event }) => event.state);
const pending = (session: ComponentSession) => session.getState().requests.map(({ source }) => source);

async function createShownPage(state: JsonObject = {}, extra: Partial<SessionHost> = {}) {
  const page = createPage(extra);
  page.session.render({ id: 1 }, context);
  await page.respond(0, state);
  return page;
}

test("the first render sends no state, and its response with initial values is the state", async () => {
  const { asked, session } = await createShownPage({ count: 1 });

  expect(asked[0]?.event).toEqual({ componentId: "greeting", props: { id: 1 }, context });
  expect(session.getState()).toMatchObject({
    element: tree,
    state: { count: 1, name: "Ada" },
    requests: [],
  });
});

test("a frame's requests run one after the other, and excess ones are dropped", async () => {
  const { asked, session, respond } = await createShownPage({});

  for (const id of ["a", "b", "a"]) session.post("frame", { action: "pick", id });
  expect(pending(session)).toEqual(["frame", "frame", "frame"]);
  await respond(1, {});
  await respond(2, {});
  await respond(3, {});
  expect(asked.slice(1).map(({ event }) => event.action?.["id"])).toEqual(["a", "b", "a"]);

  for (let count = 0; count < 1000; count += 1) session.post("frame", { action: "flood" });
  expect(pending(session)).toHaveLength(20);
});

test("rendering again with the same props and context sends no request, with others it sends the current state", async () => {
  const { asked, session } = await createShownPage({ count: 1 });

  session.render({ id: 1 }, { ...context });
  expect(asked).toHaveLength(1);
  session.render({ id: 2 }, context);
  expect(asked[1]?.event).toMatchObject({ props: { id: 2 }, state: { count: 1 } });
});

test("a new revision is rendered with the current state, also in a modal", async () => {
  const { asked, session } = await createShownPage({ count: 1 });
  session.press("block", { action: "@ui.modal.open", componentId: "more", props: {} });
  session.write("name", "Grace");
  await settled();

  session.render({ id: 1 }, context, 1);
  session.render({ id: 1 }, context, 1);
  await settled();

  expect(asked.map(({ event }) => [event.componentId, event.state?.["name"]])).toEqual([
    ["greeting", undefined],
    ["more", undefined],
    ["more", undefined],
    ["greeting", "Grace"],
  ]);
});

test("an initial response avoids the first request", () => {
  const dispatch = vi.fn<SessionHost["dispatch"]>();
  const initialResponse = { type: "element", state: { a: 1 }, props: {}, element: tree } as const;
  const options = { componentId: "greeting", props: {}, context, initialResponse };
  const session = createComponentSession({ ...options, host: { dispatch } });

  session.render({}, context);

  expect(dispatch).not.toHaveBeenCalled();
  expect(session.getState().state).toEqual({ a: 1, name: "Ada" });
});

test("a control's edit changes the state without a request", async () => {
  const { asked, session } = await createShownPage();
  session.write("name", "Grace");
  expect(session.getState().state).toEqual({ name: "Grace" });
  expect(asked).toHaveLength(1);
});

test("a press carries the state and the bindings of its action, and its element is busy until the response", async () => {
  const { asked, session, respond } = await createShownPage();
  session.write("name", "Grace");

  session.press("root.0", { action: "greet", who: { $state: "name" } });

  expect(asked[1]?.event).toMatchObject({
    state: { name: "Grace" },
    action: { action: "greet", who: "Grace" },
  });
  expect(pending(session)).toEqual(["root.0"]);
  await respond(1, { name: "", greeted: true });
  expect(pending(session)).toEqual([]);
  expect(session.getState().state).toEqual({ name: "", greeted: true });
});

test("a second press of a busy element does nothing", async () => {
  const { asked, session } = await createShownPage();
  session.press("root.0", { action: "pay" });
  session.press("root.0", { action: "pay" });
  expect(asked).toHaveLength(2);
  expect(pending(session)).toEqual(["root.0"]);
});

test("actions run one after the other, each with the state of the previous one", async () => {
  const { asked, session, respond } = await createShownPage({ count: 0 });

  session.press("root.0", { action: "add" });
  session.press("root.1", { action: "double" });
  expect(asked).toHaveLength(2);
  await respond(1, { count: 1 });

  expect(states(asked)).toEqual([undefined, { count: 0, name: "Ada" }, { count: 1, name: "Ada" }]);
});

test("only the newest change of a control waits behind the one in flight", async () => {
  const { asked, session, respond } = await createShownPage();
  const onValueChange: UiAction = { action: "choose" };

  session.change("root.0", onValueChange, { value: "a" });
  session.change("root.0", onValueChange, { value: "b" });
  session.change("root.0", onValueChange, { value: "c" });
  await respond(1, {});

  expect(asked.slice(1).map(({ event }) => event.action?.["value"])).toEqual(["a", "c"]);
});

test("edits made while an action is in flight survive its response, earlier ones do not", async () => {
  const { session, respond } = await createShownPage();
  session.write("name", "sent");
  session.press("root.0", { action: "save" });
  session.write("note", "typed meanwhile");

  await respond(1, { name: "", note: "" });

  expect(session.getState().state).toEqual({ name: "", note: "typed meanwhile" });
});

test("the response to a render that was replaced is dropped", async () => {
  const { session, respond } = await createShownPage();
  session.render({ id: 2 }, context);
  session.render({ id: 3 }, context);

  await respond(2, { id: 3 });
  await respond(1, { id: 2 });

  expect(session.getState().state).toMatchObject({ id: 3 });
});

test("a response after the session was stopped is dropped, and rendering sends a new request", async () => {
  const onComplete = vi.fn<(returnValue?: JsonObject) => void>();
  const { asked, session } = await createShownPage({ count: 0 }, { onComplete });
  session.press("root.0", { action: "finish" });
  session.stop();

  asked[1]?.respond({ type: "complete", returnValue: { a: 1 } });
  await settled();
  expect(onComplete).not.toHaveBeenCalled();

  session.render({ id: 1 }, context);
  expect(asked).toHaveLength(3);
});

test("a failure keeps the rendering, drops waiting actions, and can be retried", async () => {
  const { asked, session, respond } = await createShownPage({ count: 0 });
  session.press("root.0", { action: "add" });
  session.press("root.1", { action: "double" });

  asked[1]?.fail(new Error("The network is down"));
  await settled();
  expect(session.getState()).toMatchObject({
    element: tree,
    failure: { message: "The network is down" },
    requests: [],
  });

  session.retry();
  expect(session.getState().failure).toBeUndefined();
  expect(asked[2]?.event.action).toEqual({ action: "add" });
  await respond(2, { count: 1 });
  expect(session.getState().state).toMatchObject({ count: 1 });
});

test.each([
  [null, "it is not an object"],
  [{ type: "other" }, 'its type is "other"'],
  [{ type: "element", props: {}, element: tree }, "its state is not an object"],
  [{ type: "element", state: {}, element: tree }, "its props are not an object"],
  [{ type: "element", state: {}, props: {}, element: "<b>" }, "its element is not a node"],
])("an invalid response fails with the reason: %j", async (response, message) => {
  const dispatch = async () => JSON.parse(JSON.stringify(response));
  const { session } = createPage({ dispatch });
  session.render({}, context);
  await settled();
  expect(session.getState().failure?.message).toContain(message);
});

test("a completed component passes its return value to the page", async () => {
  const onComplete = vi.fn<(returnValue?: JsonObject) => void>();
  const { asked, session } = await createShownPage({}, { onComplete });
  session.press("root.0", { action: "finish" });
  asked[1]?.respond({ type: "complete", returnValue: { a: 1 } });
  await settled();
  expect(onComplete).toHaveBeenCalledWith({ a: 1 });
  expect(session.getState().completed).toEqual({ returnValue: { a: 1 } });
});

test("a modal has its own session, and its return value goes to the component that opened it", async () => {
  const { asked, session, respond } = await createShownPage();
  session.press("root.0", {
    action: "@ui.modal.open",
    componentId: "picker",
    props: { name: { $state: "name" } },
  });
  expect(session.getState().modal).toMatchObject({ componentId: "picker", props: { name: "Ada" } });
  expect(asked[1]?.event).toEqual({ componentId: "picker", props: { name: "Ada" }, context });
  await respond(1, { picked: "Grace" });
  const modal = session.getModal();
  expect(modal?.getState().state).toMatchObject({ picked: "Grace" });

  modal?.press("root.0", { action: "@ui.modal.close", returnValue: { picked: { $state: "picked" } } });

  expect(session.getState().modal).toBeUndefined();
  expect(session.getModal()).toBeUndefined();
  expect(asked[2]?.event).toMatchObject({
    componentId: "greeting",
    action: { action: "@ui.modal.close", returnValue: { picked: "Grace" } },
  });
});

async function createPageWithModal(response: UiRenderResponse) {
  const page = await createShownPage();
  page.session.press("root.0", { action: "@ui.modal.open", componentId: "picker", props: {} });
  page.asked[1]?.respond(response);
  await settled();
  return page;
}

test("a modal without a return value sends no action to its opener", async () => {
  const { asked, session } = await createPageWithModal(element({}));
  session.getModal()?.press("root.0", { action: "@ui.modal.close" });
  expect(session.getState().modal).toBeUndefined();
  expect(asked).toHaveLength(2);
});

test("a completed modal closes and returns its value", async () => {
  const { asked, session } = await createPageWithModal({ type: "complete", returnValue: { a: 1 } });
  expect(session.getState().modal).toBeUndefined();
  expect(asked[2]?.event.action).toEqual({ action: "@ui.modal.close", returnValue: { a: 1 } });
});

test("a dismissed modal returns its markup's value with resolved bindings", async () => {
  const root = { type: "modal", returnValue: { name: { $state: "name" } }, children: [] };
  const response = { type: "element", state: { name: "Ada" }, props: {}, element: root } as const;
  const { asked, session } = await createPageWithModal(response);
  session.getModal()?.dismiss();
  expect(session.getState().modal).toBeUndefined();
  expect(asked[2]?.event.action).toEqual({ action: "@ui.modal.close", returnValue: { name: "Ada" } });
});

test("a modal is rendered again in a changed context, with the page's current functions", async () => {
  const { asked, session } = await createPageWithModal(element({}));
  session.render({ id: 1 }, { ...context, theme: "dark" });
  expect(asked.slice(2).map(({ event }) => [event.componentId, event.context.theme])).toEqual([
    ["picker", "dark"],
    ["greeting", "dark"],
  ]);
  const openUrl = vi.fn<(url: string) => void>();
  session.setHost({ dispatch: () => new Promise(() => {}), openUrl });
  session.getModal()?.press("root.0", { action: "@ui.url.open", url: "https://example.com/" });
  expect(openUrl).toHaveBeenCalledWith("https://example.com/");
});

test("is settled when neither it nor its modal has a request in flight", async () => {
  const steps: string[] = [];
  const { asked, session } = createPage();
  session.render({ id: 1 }, context);
  const waiting = (async () => {
    await session.settled();
    steps.push("settled");
  })();
  await settled();
  asked[0]?.respond(element({}));
  session.press("root.0", { action: "@ui.modal.open", componentId: "picker", props: {} });
  await settled();
  steps.push("modal in flight");
  asked[1]?.respond(element({}));
  await waiting;
  expect(steps).toEqual(["modal in flight", "settled"]);
});

test("passes the page's actions to the component in order, including built-in names", async () => {
  const { asked, session, respond } = await createShownPage();
  for (const url of ["https://example.com/a", "https://example.com/b"])
    session.send({ action: "@link.unfurl", url });
  await respond(1, {});
  expect(asked.slice(1).map(({ event }) => event.action?.["url"])).toEqual([
    "https://example.com/a",
    "https://example.com/b",
  ]);
});

test("only safe URLs are opened", async () => {
  const { openUrl, session } = await createShownPage();

  session.press("root.0", { action: "@ui.url.open", url: "https://example.com/a" });
  session.press("root.0", { action: "@ui.url.open", url: "javascript:alert(1)" });

  expect(openUrl.mock.calls).toEqual([["https://example.com/a"]]);
  expect(session.getState().failure?.message).toContain("javascript:alert(1)");
  expect(session.getState().failure?.request).toBeUndefined();
});

test("props and links are passed to the page, and the element is busy until the page is done", async () => {
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
  [{ action: "@editor.node.updateProps", props: {} }, "This page doesn't support @editor.node.updateProps."],
  [{ action: "@link.unfurl", url: "https://example.com/" }, "This page doesn't support @link.unfurl."],
  [{ action: "@ui.modal.open", props: {} }, "@ui.modal.open requires a componentId."],
  [{ action: "@something.else" }, "Unknown action @something.else."],
])("an action that the page doesn't support fails with the reason: %j", async (action, message) => {
  const { asked, session } = await createShownPage();
  session.press("root.0", action);
  await settled();
  expect(session.getState().failure?.message).toBe(message);
  expect(asked).toHaveLength(1);
});
