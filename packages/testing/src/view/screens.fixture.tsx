import { createComponent } from "@plugboard/components";
import { createIntegration, type Integration } from "@plugboard/runtime";

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
  initialState: (props: { readonly of: string }) => ({ reply: `about ${props.of}` }),
  render: async ({ state }) => (
    <modal
      title="A question"
      submit={
        <button
          label="OK"
          onPress={{ action: "@ui.modal.close", returnValue: { reply: { $state: "reply" } } }}
        />
      }
    >
      <markdown content={state.reply} />
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

/** An integration with a form, the dialog it opens, a wizard, and a component that fails. */
export const screens: Integration = createIntegration({ components: [form, dialog, wizard, broken] });
