import type { UiAction } from "@plugboard/api";
import { describe, expect, it, test } from "vitest";
import { createComponent } from "./create-component.ts";
import { context, renderEvent } from "./render-event.fixture.ts";

type CounterProps = { readonly start?: number };

const counter = createComponent({
  componentId: "counter",
  initialState: (props: CounterProps) => ({ count: props.start ?? 0 }),
  action: async (element, action) => {
    switch (action.action) {
      case "increment":
        return { state: { count: element.state.count + 1 } };
      case "nothing":
        return {};
      case "rename":
        return { props: { start: 9 } };
      case "both":
        return { state: { count: 5 }, props: { start: 5 } };
      case "finish":
        return { type: "complete", returnValue: { count: element.state.count } };
      case "dismiss":
        return { type: "complete" };
      default:
        return {};
    }
  },
  render: async (element) => (
    <block>
      <text>Count: {element.state.count}</text>
      <button label="+1" onPress={{ action: "increment" }} />
    </block>
  ),
});

function markup(count: number): unknown {
  return {
    type: "block",
    children: [
      { type: "text", children: ["Count: ", String(count)] },
      { type: "button", label: "+1", onPress: { action: "increment" } },
    ],
  };
}

const act = (action: UiAction, state = { count: 3 }) =>
  counter.render(renderEvent({ state, action }), context);

describe("the first render", () => {
  it("creates the state from the props", async () => {
    expect(await counter.render(renderEvent({ props: { start: 7 } }), context)).toEqual({
      type: "element",
      state: { count: 7 },
      props: { start: 7 },
      element: markup(7),
    });
  });

  it("accepts an object as the initial state", async () => {
    const component = createComponent({
      componentId: "fixed",
      initialState: { open: true },
      render: async ({ state }) => <block>{state.open && <divider />}</block>,
    });
    const response = await component.render(renderEvent(), context);
    expect(response).toMatchObject({ state: { open: true }, element: { children: [{ type: "divider" }] } });
  });

  it("starts from the declared object each time, even if an action mutated its copy", async () => {
    const component = createComponent({
      componentId: "list",
      initialState: { names: ["Ada"] },
      action: async ({ state }) => {
        state.names.push("Grace");
        return { state: { names: state.names } };
      },
      render: async () => <block />,
    });
    const changed = await component.render(renderEvent({ action: { action: "add" } }), context);
    expect(changed).toMatchObject({ state: { names: ["Ada", "Grace"] } });
    expect(await component.render(renderEvent(), context)).toMatchObject({ state: { names: ["Ada"] } });
  });

  it("starts with an empty state if none is declared", async () => {
    const component = createComponent({ componentId: "plain", render: async () => <block /> });
    const response = await component.render(renderEvent(), context);
    expect(response).toEqual({
      type: "element",
      state: {},
      props: {},
      element: { type: "block", children: [] },
    });
  });

  it("keeps the state sent with the event", async () => {
    expect(await counter.render(renderEvent({ state: { count: 41 } }), context)).toMatchObject({
      state: { count: 41 },
      element: markup(41),
    });
  });
});

describe("an action", () => {
  test.each([
    [
      "replaces the state with the returned one",
      "increment",
      { state: { count: 4 }, props: {}, element: markup(4) },
    ],
    ["keeps the state if it returns an empty object", "nothing", { state: { count: 3 }, element: markup(3) }],
    ["keeps the state if its name is unknown", "unheard-of", { state: { count: 3 }, element: markup(3) }],
    ["replaces the props with the returned ones", "rename", { state: { count: 3 }, props: { start: 9 } }],
    ["replaces both", "both", { state: { count: 5 }, props: { start: 5 }, element: markup(5) }],
  ])("%s", async (_title, action, response) => {
    expect(await act({ action })).toMatchObject({ type: "element", ...response });
  });

  it("completes the component, with or without a value", async () => {
    expect(await act({ action: "finish" })).toEqual({ type: "complete", returnValue: { count: 3 } });
    expect(await act({ action: "dismiss" })).toEqual({ type: "complete" });
  });

  it("uses the initial state if none was sent", async () => {
    const event = renderEvent({ props: { start: 1 }, action: { action: "increment" } });
    expect(await counter.render(event, context)).toMatchObject({ state: { count: 2 } });
  });

  it("changes nothing if the component handles no actions", async () => {
    const component = createComponent({ componentId: "plain", render: async () => <block /> });
    const event = renderEvent({ state: { a: 1 }, action: { action: "increment" } });
    expect(await component.render(event, context)).toMatchObject({ type: "element", state: { a: 1 } });
  });

  it("changes nothing if the handler returns undefined for an unknown name", async () => {
    const results = { "turn-on": { state: { on: true } } };
    const component = createComponent({
      componentId: "closed",
      initialState: { on: false },
      action: async (_element, action: { action: "turn-on" }) => results[action.action],
      render: async () => <block />,
    });
    const known = renderEvent({ action: { action: "turn-on" } });
    const unknown = renderEvent({ action: { action: "turn-off" } });
    expect(await component.render(known, context)).toMatchObject({ state: { on: true } });
    expect(await component.render(unknown, context)).toMatchObject({ state: { on: false } });
  });

  it("receives its data and the value a modal returned", async () => {
    const seen: unknown[] = [];
    const component = createComponent({
      componentId: "opener",
      action: async (_element, action) => {
        seen.push(action);
        return {};
      },
      render: async () => <block />,
    });
    const actions = [
      { action: "add", amount: 2 },
      { action: "@ui.modal.close", returnValue: { id: "1" } },
    ];
    for (const action of actions) await component.render(renderEvent({ action }), context);
    expect(seen).toEqual(actions);
  });
});

describe("element and context", () => {
  it("contain props, location and context", async () => {
    const component = createComponent({
      componentId: "greeting",
      render: async (element, { environment }) => (
        <block>
          <text>
            {environment.secrets.greeting} {element.context.theme} {element.context.type}
          </text>
        </block>
      ),
    });
    const event = renderEvent({ context: { type: "configuration_site", theme: "dark" } });
    expect(await component.render(event, context)).toMatchObject({
      element: { children: [{ children: ["Hello", " ", "dark", " ", "configuration_site"] }] },
    });
  });

  it("create bindings", async () => {
    const component = createComponent({
      componentId: "preview",
      initialState: { source: "# Hi" },
      render: async (element) => (
        <block>
          <markdown content={element.dynamicState("source")} />
          <button onPress={{ action: "save", source: element.dynamicState("source") }} />
        </block>
      ),
    });
    const response = await component.render(renderEvent(), context);
    expect(response).toMatchObject({
      element: {
        children: [
          { type: "markdown", content: { $state: "source" } },
          { type: "button", onPress: { action: "save", source: { $state: "source" } } },
        ],
      },
    });
  });

  it("set the cache lifetime of the response", async () => {
    const component = createComponent({
      componentId: "cached",
      render: async (element) => {
        element.setCache({ maxAge: 60 });
        return <block />;
      },
    });
    expect(await component.render(renderEvent(), context)).toMatchObject({ cacheControl: "max-age=60" });
    expect(await counter.render(renderEvent(), context)).not.toHaveProperty("cacheControl");
  });

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    "reject a cache lifetime of %d seconds",
    async (maxAge) => {
      const component = createComponent({
        componentId: "cached",
        render: async (element) => {
          element.setCache({ maxAge });
          return <block />;
        },
      });
      await expect(component.render(renderEvent(), context)).rejects.toMatchObject({
        name: "ComponentError",
        code: "invalid_cache",
      });
    },
  );
});

describe("a modal", () => {
  const picker = createComponent({
    componentId: "picker",
    action: async (_element, action: { action: "choose"; id: string }) => {
      return { type: "complete", returnValue: { id: action.id } };
    },
    render: async () => (
      <modal title="Pick one" submit={<button label="Done" onPress={{ action: "@ui.modal.close" }} />}>
        <button
          label="Other"
          onPress={{ action: "@ui.modal.open", componentId: "other", props: { level: 2 } }}
        />
        <button label="This" onPress={{ action: "choose", id: "1" }} />
      </modal>
    ),
  });

  it("opens another and closes itself with built-in actions", async () => {
    expect(await picker.render(renderEvent(), context)).toMatchObject({
      element: {
        type: "modal",
        submit: { type: "button", onPress: { action: "@ui.modal.close" } },
        children: [{ onPress: { action: "@ui.modal.open", componentId: "other", props: { level: 2 } } }, {}],
      },
    });
  });

  it("completes with the user's choice", async () => {
    const event = renderEvent({ action: { action: "choose", id: "1" } });
    expect(await picker.render(event, context)).toEqual({ type: "complete", returnValue: { id: "1" } });
  });
});

describe("a component's response is validated", () => {
  it("names the path of the offending node", async () => {
    const component = createComponent({
      componentId: "broken",
      render: async () => ({
        type: "block",
        children: [
          { type: "divider" },
          { type: "link", target: { url: "javascript:alert(1)" }, children: [] },
        ],
      }),
    });
    await expect(component.render(renderEvent(), context)).rejects.toMatchObject({
      code: "unsafe_url",
      path: "block.children[1].target.url",
    });
  });

  test.each([
    ["state", { state: { when: new Date() } }, "state.when"],
    ["props", { props: { list: [1, Number.NaN] } }, "props.list[1]"],
    ["return value", { type: "complete", returnValue: { run: () => {} } }, "returnValue.run"],
  ])("a %s that is not JSON", async (_title, result, path) => {
    const component = createComponent({
      componentId: "broken",
      // TypeScript would reject these results; JavaScript does not.
      action: async () => JSON.parse("{}", () => result),
      render: async () => <block />,
    });
    const event = renderEvent({ action: { action: "go" } });
    await expect(component.render(event, context)).rejects.toMatchObject({ code: "not_json", path });
  });

  it("passes on errors of action and render", async () => {
    const failure = new Error("upstream is down");
    const component = createComponent({
      componentId: "failing",
      render: () => {
        throw failure;
      },
    });
    await expect(component.render(renderEvent(), context)).rejects.toBe(failure);
  });
});

test.each([
  ["componentId", { componentId: "", render: async () => <block /> }],
  ["render", { componentId: "a", render: JSON.parse("null") }],
])("a definition without %s is rejected immediately", (path, definition) => {
  expect(() => createComponent(definition)).toThrowError(
    expect.objectContaining({ code: "invalid_definition", path }),
  );
});

test("an initial state that is not JSON is rejected immediately", () => {
  const initialState = { filter: { matches: () => true } };
  expect(() =>
    createComponent({ componentId: "a", initialState, render: async () => <block /> }),
  ).toThrowError(expect.objectContaining({ code: "not_json", path: "initialState.filter.matches" }));
});
