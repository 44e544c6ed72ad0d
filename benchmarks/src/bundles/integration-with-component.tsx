import { createComponent } from "@plugboard/components";
import { createIntegration, type Integration } from "@plugboard/runtime";

const counter = createComponent({
  componentId: "counter",
  initialState: () => ({ count: 0 }),
  action: async ({ state }, { action }) => (action === "add" ? { state: { count: state.count + 1 } } : {}),
  render: async ({ state }) => (
    <block>
      <text>{`Pressed ${state.count} times`}</text>
      <button label="Press" onPress={{ action: "add" }} />
    </block>
  ),
});

/** An integration with one interactive component. */
export const integration: Integration = createIntegration({ components: [counter] });
