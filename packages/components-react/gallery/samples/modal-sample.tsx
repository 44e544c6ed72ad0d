/** @jsxImportSource @plugboard/components */
import { createComponent } from "@plugboard/components";
import type { Sample } from "./sample.ts";

interface Picked {
  readonly action: "@ui.modal.close";
  readonly returnValue: { readonly name: string };
}

export const modalSample: Sample = {
  title: "Modals",
  component: createComponent<object, { readonly name: string }, Picked>({
    componentId: "opener",
    initialState: { name: "nobody" },
    action: async (_element, { action, returnValue }) =>
      action === "@ui.modal.close" ? { state: { name: returnValue.name } } : {},
    render: ({ state }) => (
      <block>
        <text>Reviewed by {state.name}</text>
        <button
          label="Choose a reviewer"
          icon="users"
          onPress={{ action: "@ui.modal.open", componentId: "picker", props: { name: "Grace Hopper" } }}
        />
      </block>
    ),
  }),
};

/** The component that opens in a modal. */
export const pickerSample: Sample = {
  title: "Picker",
  component: createComponent({
    componentId: "picker",
    initialState: ({ name }: { readonly name: string }) => ({ name }),
    render: (element) => (
      <modal
        title="Choose a reviewer"
        subtitle="They are notified at once."
        submit={
          <button
            label="Choose"
            style="primary"
            onPress={{ action: "@ui.modal.close", returnValue: { name: element.dynamicState("name") } }}
          />
        }
      >
        <input label="Reviewer" element={<textinput state="name" />} />
        <input label="Ask again next week" element={<switch state="again" />} />
      </modal>
    ),
  }),
};
