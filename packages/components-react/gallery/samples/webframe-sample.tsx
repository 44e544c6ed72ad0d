/** @jsxImportSource @plugboard/components */
import { createComponent } from "@plugboard/components";
import type { Sample } from "./sample.ts";

type Tell = { readonly action: "tell"; readonly text: string };

/** Creates a sample that frames one of the gallery's pages. */
export const createWebframeSample = (frameUrl: string): Sample => ({
  title: "Webframe",
  component: createComponent<object, { readonly greeting: string }, Tell>({
    componentId: "webframe",
    initialState: { greeting: "Hello from the component" },
    action: async (_element, { action, text }) => (action === "tell" ? { state: { greeting: text } } : {}),
    render: (element) => (
      <block>
        <input label="Sent to the page in the frame" element={<textinput state="greeting" />} />
        <webframe
          source={{ url: frameUrl }}
          aspectRatio={2.4}
          data={{ greeting: element.dynamicState("greeting") }}
          buttons={<button label="Reload" icon="refresh" onPress={{ action: "reload" }} />}
        />
      </block>
    ),
  }),
});
