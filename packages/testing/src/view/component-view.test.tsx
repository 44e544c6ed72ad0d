import { createComponent } from "@plugboard/components";
import { createIntegration } from "@plugboard/runtime";
import { describe, expect, it } from "vitest";
import { connectedManifest } from "../connected-manifest.fixture.ts";
import { createTestPlatform } from "../create-test-platform.ts";

type FormState = {
  readonly name: string;
  readonly saved?: string;
  readonly step?: string;
  readonly color?: string;
};

const form = createComponent({
  componentId: "form",
  initialState: (props: { readonly name?: string }): FormState => ({ name: props.name ?? "nobody" }),
  action: async (element, action: { readonly action: string; readonly [data: string]: unknown }) => {
    const { state } = element;
    switch (action.action) {
      case "save":
        return { state: { ...state, saved: `${String(action.name)}, ${state.color}` } };
      case "pick":
        return { state: { ...state, saved: `picked ${String(action.value)}` } };
      case "go":
        return { state: { ...state, step: String(action.step) } };
      case "done":
        return { type: "complete", returnValue: { name: state.name } };
      case "@ui.modal.close":
        return { state: { ...state, saved: JSON.stringify(action.returnValue) } };
      case "@link.unfurl":
        return { props: { name: String(action.url) } };
      default:
        return {};
    }
  },
  render: async ({ state, props, setCache }) => {
    setCache({ maxAge: 60 });
    return (
      <block controls={[{ label: "Reload", onPress: { action: "reload" } }]}>
        <text>
          Hello <text style="bold">{state.name}</text>, {props.name ?? "no props"}
        </text>
        <input label="Name" element={<textinput state="name" />} />
        <input label="Color" element={<textinput state="color" initialValue="blue" />} />
        <input
          label="Size"
          element={
            <select state="size" options={[{ id: "s", label: "Small" }]} onValueChange={{ action: "pick" }} />
          }
        />
        <input label="Locked" element={<textinput state="locked" disabled />} />
        <button label="Save" onPress={{ action: "save", name: { $state: "name" } }} />
        <button label="Never" onPress={{ action: "save" }} disabled />
        <button label="Twice" onPress={{ action: "save" }} />
        <button label="Twice" onPress={{ action: "save" }} />
        <button label="Done" onPress={{ action: "done" }} />
        <button
          label="Ask"
          onPress={{ action: "@ui.modal.open", componentId: "dialog", props: { of: { $state: "name" } } }}
        />
        <button label="Website" onPress={{ action: "@ui.url.open", url: "https://example.com" }} />
        <button label="Rename" onPress={{ action: "@editor.node.updateProps", props: { name: "Grace" } }} />
        {state.saved !== undefined && <hint>Saved: {state.saved}</hint>}
      </block>
    );
  },
});

const dialog = createComponent({
  componentId: "dialog",
  initialState: (props: { readonly of: string }) => ({ answer: `about ${props.of}` }),
  render: async ({ state }) => (
    <modal
      title="A question"
      submit={
        <button
          label="OK"
          onPress={{ action: "@ui.modal.close", returnValue: { answer: { $state: "answer" } } }}
        />
      }
    >
      <markdown content={state.answer} />
    </modal>
  ),
});

const wizard = createComponent({
  componentId: "wizard",
  initialState: { step: "first" },
  action: async (_element, action: { readonly action: string; readonly step?: string }) =>
    action.action === "finish" ? { type: "complete" } : { state: { step: action.step ?? "" } },
  render: async ({ state }) => (
    <configuration>
      <stepper activeStep={state.step} onStepChange={{ action: "go" }} onComplete={{ action: "finish" }}>
        <step id="first" title="First" next="Onward">
          <text>One</text>
        </step>
        <step id="second" title="Second">
          <text>Two</text>
        </step>
      </stepper>
    </configuration>
  ),
});

const broken = createComponent({
  componentId: "broken",
  render: async () => {
    throw new TypeError("the weather is bad");
  },
});

const integration = createIntegration({ components: [form, dialog, wizard, broken] });
const render = (componentId: string, props = {}) =>
  createTestPlatform(integration, { manifest: connectedManifest }).render(componentId, { props });

describe("a view of a component", () => {
  it("shows what the component renders from its props", async () => {
    const view = await render("form", { name: "Ada" });
    expect(view.state).toMatchObject({ name: "Ada" });
    expect(view.props).toEqual({ name: "Ada" });
    expect(view.maxAge).toBe(60);
    expect(view.text.split("\n")[0]).toBe("Hello Ada, Ada");
    expect(view.findAll({ type: "button", label: "Save" })).toEqual([
      { type: "button", label: "Save", onPress: { action: "save", name: { $state: "name" } } },
    ]);
  });

  it("sends what the user put in, what controls begin with, and bindings filled in", async () => {
    const view = await render("form");
    await view.fill("Name", "Grace");
    expect(view.state).toMatchObject({ name: "Grace", color: "blue" });
    await view.press("Save");
    expect(view.text).toContain("Saved: Grace, blue");
    await view.fill("color", "green");
    await view.press("Save");
    expect(view.text).toContain("Saved: Grace, green");
  });

  it("dispatches the action of a value that changed", async () => {
    const view = await render("form");
    await view.fill("Size", "s");
    expect(view.text).toContain("Saved: picked s");
    expect(view.state).toMatchObject({ size: "s" });
  });

  it("presses controls of a block and leaves the state after an unknown action", async () => {
    const view = await render("form");
    const before = view.state;
    await view.press("Reload");
    expect(view.state).toEqual(before);
  });

  it("opens a modal and hands its return value to the component", async () => {
    const view = await render("form", { name: "Ada" });
    await view.press("Ask");
    expect(view.modal?.markup).toMatchObject({ type: "modal", title: "A question" });
    expect(view.modal?.text).toBe("A question\nOK\nabout Ada");
    await view.modal?.press("OK");
    expect(view.modal).toBeUndefined();
    expect(view.text).toContain(`Saved: {"answer":"about Ada"}`);
  });

  it("does what a page does, and remembers it", async () => {
    const view = await render("form");
    await view.press("Website");
    await view.press("Rename");
    expect(view.text).toContain("Hello nobody, Grace");
    expect(view.pageActions).toEqual([
      { action: "@ui.url.open", url: "https://example.com" },
      { action: "@editor.node.updateProps", props: { name: "Grace" } },
    ]);
    await view.dispatch({ action: "@link.unfurl", url: "https://example.com/a" });
    expect(view.props).toEqual({ name: "https://example.com/a" });
  });

  it("is complete when the component says so", async () => {
    const view = await render("form", { name: "Ada" });
    await view.press("Done");
    expect(view.completed).toEqual({ returnValue: { name: "Ada" } });
    expect(() => view.markup).toThrow("is complete and shows nothing");
  });

  it("shows the active step of a stepper and its buttons", async () => {
    const view = await render("wizard");
    expect(view.text).toBe("First\nOne");
    await expect(view.press("Finish")).rejects.toThrow('There is no button "Finish". There is: "Onward".');
    await view.press("Onward");
    expect(view.text).toBe("Second\nTwo");
    await view.press("Back");
    expect(view.text).toBe("First\nOne");
    await view.press("Onward");
    await view.press("Finish");
    expect(view.completed).toEqual({ returnValue: undefined });
  });

  it.each([
    ["there is none", "Nothing", 'There is no button "Nothing"'],
    ["there are several", "Twice", 'There are 2 of the button "Twice"'],
    ["it is disabled", "Never", 'The button "Never" is disabled'],
  ])("does not press when %s", async (_name, label, message) => {
    const view = await render("form");
    await expect(view.press(label)).rejects.toThrow(message);
    await expect(view.press(label)).rejects.toMatchObject({ code: "not_found" });
  });

  it("does not fill what is not there or is disabled", async () => {
    const view = await render("form");
    await expect(view.fill("Nothing", "x")).rejects.toThrow('There is: "Name", "Color", "Size", "Locked".');
    await expect(view.fill("Locked", "x")).rejects.toThrow("is disabled");
  });

  it("tells why a component was not rendered", async () => {
    await expect(render("broken")).rejects.toThrow(
      "broken was not rendered: the integration answered 500: the weather is bad.",
    );
    await expect(render("unknown")).rejects.toMatchObject({ code: "not_rendered" });
  });
});
