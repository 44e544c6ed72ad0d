import type { UiRenderEvent } from "@plugboard/api";
import { safeUrls, unsafeUrls } from "../src/check/url-cases.fixture.ts";
import { context, renderEvent } from "../src/component/render-event.fixture.ts";
import { checkTree, ComponentError, createComponent, type Markup, treeLimits } from "../src/index.ts";

/** Runs the requirements for components on any runtime, without a test framework. */
export async function run(): Promise<void> {
  await rendersAndActs();
  await waitsForAsyncComponents();
  checksUrls();
  refusesHostileTrees();
}

function check(condition: boolean, what: string): void {
  if (!condition) throw new Error(`Components do not conform: ${what}`);
}

async function rendersAndActs(): Promise<void> {
  const counter = createComponent({
    componentId: "counter",
    initialState: (props: { start?: number }) => ({ count: props.start ?? 0 }),
    action: async ({ state }, action) => {
      if (action.action === "finish") return { type: "complete", returnValue: { count: state.count } };
      return action.action === "increment" ? { state: { count: state.count + 1 } } : {};
    },
    render: async (element) => {
      element.setCache({ maxAge: 60 });
      return (
        <block>
          <text>{element.state.count}</text>
          <markdown content={element.dynamicState("count")} />
          <button label="+1" onPress={{ action: "increment" }} />
        </block>
      );
    },
  });
  const responseTo = async (event: Partial<UiRenderEvent>): Promise<string> =>
    JSON.stringify(await counter.render(renderEvent(event), context));
  const response = (count: number, start: string): string =>
    `{"type":"element","state":{"count":${count}},"props":${start},"element":{"type":"block","children":[` +
    `{"type":"text","children":["${count}"]},{"type":"markdown","content":{"$state":"count"}},` +
    `{"type":"button","label":"+1","onPress":{"action":"increment"}}]},"cacheControl":"max-age=60"}`;
  const props = { start: 4 };
  check((await responseTo({ props })) === response(4, '{"start":4}'), "the first render");
  const increment = { state: { count: 1 }, action: { action: "increment" } };
  check((await responseTo(increment)) === response(2, "{}"), "an action that changes the state");
  const unknown = { state: { count: 1 }, action: { action: "unknown" } };
  check((await responseTo(unknown)) === response(1, "{}"), "an unknown action");
  const finish = { state: { count: 1 }, action: { action: "finish" } };
  check(
    (await responseTo(finish)) === '{"type":"complete","returnValue":{"count":1}}',
    "a complete response",
  );
}

async function waitsForAsyncComponents(): Promise<void> {
  const Late = async ({ text }: { readonly text: string }): Promise<Markup> => {
    await Promise.resolve();
    return <text>{text}</text>;
  };
  const component = createComponent({
    componentId: "late",
    render: async () => (
      <block>
        <>
          <Late text="a" />
          {[false, <Late text="b" />]}
        </>
      </block>
    ),
  });
  const response = await component.render(renderEvent(), context);
  const expected = '[{"type":"text","children":["a"]},{"type":"text","children":["b"]}]';
  check(JSON.stringify(response).includes(`"children":${expected}`), "async function components");
}

function failureOf(tree: unknown): string {
  try {
    checkTree(tree);
    return "none";
  } catch (error) {
    return error instanceof ComponentError ? `${error.code} ${error.path}` : String(error);
  }
}

function checksUrls(): void {
  const link = (url: unknown): unknown => ({
    type: "block",
    children: [{ type: "link", target: { url }, children: [] }],
  });
  for (const url of safeUrls) check(failureOf(link(url)) === "none", `the URL ${url}`);
  for (const url of unsafeUrls) {
    const failure = failureOf(link(url));
    check(failure === "unsafe_url block.children[0].target.url", `the URL ${String(url)}: ${failure}`);
  }
}

function refusesHostileTrees(): void {
  const cycle: { type: string; children: unknown[] } = { type: "block", children: [] };
  cycle.children.push(cycle);
  check(failureOf(cycle) === "cyclic block.children[0]", "a cycle");
  let deep: unknown = { type: "block", children: [] };
  for (let level = 0; level < 100_000; level += 1) deep = { type: "block", children: [deep] };
  check(failureOf(deep).startsWith("too_deep block.children[0]"), "a deep tree");
  const dividers = Array.from({ length: treeLimits.values }, () => ({ type: "divider" }));
  check(failureOf({ type: "block", children: dividers }).startsWith("too_large"), "a large tree");
  const polluted: unknown = JSON.parse('{"type":"block","children":[],"__proto__":{"type":"modal"}}');
  check(failureOf(polluted) === "unknown_attribute block.__proto__", "a key called __proto__");
  const scripted = { type: "block", children: [{ type: "divider", size: () => "small" }] };
  check(failureOf(scripted) === "not_json block.children[0].size", "a function as attribute");
}
