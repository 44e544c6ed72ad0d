import { type Sample, toText } from "./sample.ts";

export const buttonSample: Sample = {
  componentId: "buttons",
  title: "Buttons, tooltips and questions",
  state: { count: 0 },
  act: (state, { action }) => (action === "add" ? { count: Number(state["count"]) + 1 } : state),
  render: ({ count }) => ({
    type: "block",
    controls: [
      { label: "Refresh", icon: "refresh", onPress: { action: "refresh" } },
      { label: "Settings", icon: "settings", onPress: { action: "settings" } },
      {
        label: "Remove",
        icon: "trash",
        onPress: { action: "remove" },
        confirm: {
          title: "Remove it?",
          text: "The block leaves the page.",
          confirm: "Remove",
          style: "danger",
        },
      },
    ],
    children: [
      { type: "text", children: [`Pressed ${toText(count)} times`] },
      {
        type: "hstack",
        children: [
          { type: "button", label: "Add one", style: "primary", icon: "plus", onPress: { action: "add" } },
          { type: "button", label: "Open", trailingIcon: "link-external", onPress: { action: "open" } },
          {
            type: "button",
            label: "Delete",
            style: "danger",
            icon: "trash",
            onPress: { action: "delete" },
            confirm: {
              title: "Delete this channel?",
              text: "Its history is deleted for everyone. This can't be undone.",
              confirm: "Delete channel",
              style: "danger",
            },
          },
          { type: "button", icon: "copy", tooltip: "Copy the address", onPress: { action: "copy" } },
          { type: "button", label: "Not now", disabled: true, onPress: { action: "never" } },
        ],
      },
    ],
  }),
};
