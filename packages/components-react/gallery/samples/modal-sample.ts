import { type Sample, toText } from "./sample.ts";

export const modalSample: Sample = {
  componentId: "opener",
  title: "Modals",
  state: { picked: "nobody" },
  act: (state, { action, returnValue }) => {
    const picked = action === "@ui.modal.close" && typeof returnValue === "object" && returnValue;
    return picked && "name" in picked ? { picked: picked["name"] ?? "nobody" } : state;
  },
  render: ({ picked }) => ({
    type: "block",
    children: [
      { type: "text", children: [`Reviewed by ${toText(picked)}`] },
      {
        type: "button",
        label: "Choose a reviewer",
        icon: "users",
        onPress: { action: "@ui.modal.open", componentId: "picker", props: { name: "Grace Hopper" } },
      },
    ],
  }),
};

/** The component that the opener shows in a modal. */
export const pickerSample: Sample = {
  componentId: "picker",
  title: "Picker",
  state: {},
  render: (_state, { name }) => ({
    type: "modal",
    title: "Choose a reviewer",
    subtitle: "They are told at once.",
    submit: {
      type: "button",
      label: "Choose",
      style: "primary",
      onPress: { action: "@ui.modal.close", returnValue: { name: { $state: "name" } } },
    },
    children: [
      {
        type: "input",
        label: "Reviewer",
        element: { type: "textinput", state: "name", initialValue: toText(name) },
      },
      { type: "input", label: "Ask again next week", element: { type: "switch", state: "again" } },
    ],
  }),
};
