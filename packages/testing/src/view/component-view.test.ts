import { describe, expect, it } from "vitest";
import { connectedManifest } from "../platform/connected-manifest.fixture.ts";
import { createTestPlatform } from "../platform/create-test-platform.ts";
import { screens } from "./screens.fixture.tsx";

const render = async (componentId: string, props = {}) => {
  const platform = await createTestPlatform(screens, { manifest: connectedManifest });
  return await platform.render(componentId, { props });
};

describe("a view of a component", () => {
  it("shows the component rendered from its props", async () => {
    const view = await render("form", { name: "Ada" });
    expect(view.state).toMatchObject({ name: "Ada" });
    expect(view.props).toEqual({ name: "Ada" });
    expect(view.maxAge).toBe(60);
    expect(view.text.split("\n")[0]).toBe("Hello Ada, Ada");
    expect(view.findAll({ type: "button", label: "Save" })).toEqual([
      { type: "button", label: "Save", onPress: { action: "save", name: { $state: "name" } } },
    ]);
  });

  it("sends the user's input, initial values of controls, and filled-in bindings", async () => {
    const view = await render("form");
    await view.fill("Name", "Grace");
    expect(view.state).toMatchObject({ name: "Grace", color: "blue" });
    await view.press("Save");
    expect(view.text).toContain("Saved: Grace, blue");
    await view.fill("color", "green");
    await view.press("Save");
    expect(view.text).toContain("Saved: Grace, green");
  });

  it("dispatches the action of a changed value", async () => {
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

  it("opens a modal and passes its return value to the component", async () => {
    const view = await render("form", { name: "Ada" });
    await view.press("Ask");
    expect(view.modal?.markup).toMatchObject({ type: "modal", title: "A question" });
    expect(view.modal?.text).toBe("A question\nOK\nabout Ada");
    await view.modal?.press("OK");
    expect(view.modal).toBeUndefined();
    expect(view.text).toContain(`Saved: {"reply":"about Ada"}`);
  });

  it("records page actions", async () => {
    const view = await render("form");
    await view.press("Website");
    await view.press("Rename");
    expect(view.text).toContain("Hello nobody, Grace");
    expect(view.pageActions).toEqual([
      { action: "@ui.url.open", url: "https://example.com/" },
      { action: "@editor.node.updateProps", props: { name: "Grace" } },
    ]);
    await view.dispatch({ action: "@link.unfurl", url: "https://example.com/a" });
    expect(view.props).toEqual({ name: "https://example.com/a" });
  });

  it("is complete if the component says so", async () => {
    const view = await render("form", { name: "Ada" });
    await view.press("Done");
    expect(view.completed).toEqual({ returnValue: { name: "Ada" } });
    expect(() => view.markup).toThrow("is complete and no longer rendered");
  });

  it("shows the active step of a stepper and its buttons", async () => {
    const view = await render("wizard");
    expect(view.text).toBe("First\nOne");
    await expect(view.press("Finish")).rejects.toThrow('There is no button "Finish". Available: "Onward".');
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
    ["there are several", "Twice", '2 buttons are called "Twice"'],
    ["it is disabled", "Never", 'The button "Never" is disabled'],
  ])("does not press if %s", async (_name, label, message) => {
    const view = await render("form");
    await expect(view.press(label)).rejects.toThrow(message);
    await expect(view.press(label)).rejects.toMatchObject({ code: "not_found" });
  });

  it("does not fill missing or disabled controls", async () => {
    const view = await render("form");
    await expect(view.fill("Nothing", "x")).rejects.toThrow('Available: "Name", "Color", "Size", "Locked".');
    await expect(view.fill("Locked", "x")).rejects.toThrow("is disabled");
  });

  it("explains why a component was not rendered", async () => {
    await expect(render("broken")).rejects.toThrow("broken was not rendered: the weather is bad");
    await expect(render("unknown")).rejects.toMatchObject({ code: "not_rendered" });
  });
});
