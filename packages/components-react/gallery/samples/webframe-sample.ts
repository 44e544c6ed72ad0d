import type { Sample } from "./sample.ts";

/** A sample whose frame shows a page of the gallery. */
export const createWebframeSample = (frameUrl: string): Sample => ({
  componentId: "webframe",
  title: "Webframe",
  state: { greeting: "Hello from the component" },
  act: (state, { action, text }) =>
    action === "tell" && typeof text === "string" ? { greeting: text } : state,
  render: () => ({
    type: "block",
    children: [
      {
        type: "input",
        label: "Sent to the page in the frame",
        element: { type: "textinput", state: "greeting" },
      },
      {
        type: "webframe",
        source: { url: frameUrl },
        aspectRatio: 2.4,
        data: { greeting: { $state: "greeting" } },
        buttons: [{ type: "button", label: "Reload", icon: "refresh", onPress: { action: "reload" } }],
      },
    ],
  }),
});
