import { createComponent } from "@plugboard/components";
import type { IntegrationContext } from "@plugboard/runtime";
import { parseDiagram } from "./parse-diagram.ts";

const example = "browser -> server: asks\nserver -> database: reads";

/** Draws the diagram. The text is stored in the block's props. */
export const diagram = createComponent({
  componentId: "diagram",
  initialState: (_props: { content?: string }) => ({}),
  action: async (element, action: { action: string; returnValue?: { content?: unknown } }) => {
    const content = action.returnValue?.content;
    // The dialog can be closed without saving.
    if (action.action !== "@ui.modal.close" || typeof content !== "string") return {};
    return { props: { ...element.props, content } };
  },
  render: async (element, { environment }: IntegrationContext) => {
    const { content = example } = element.props;
    const { arrows, wrongLines } = parseDiagram(content);
    const edit = { action: "@ui.modal.open", componentId: "diagram-editor", props: { content } } as const;
    // The drawing depends only on its text, so pages can cache it for an hour.
    element.setCache({ maxAge: 3600 });
    return (
      <block controls={[{ label: "Edit the diagram", onPress: edit }]}>
        <webframe
          source={{ url: `${environment.installation?.urls.publicEndpoint}/frame` }}
          data={{ arrows: arrows.map((arrow) => ({ ...arrow })) }}
        />
        {wrongLines.length > 0 && (
          <hint>{`Write "from -> to: label" in line ${wrongLines.join(", ")}.`}</hint>
        )}
      </block>
    );
  },
});

/** The dialog for editing the text. */
export const diagramEditor = createComponent({
  componentId: "diagram-editor",
  initialState: ({ content = "" }: { content?: string }) => ({ content }),
  action: async (element, { action }) =>
    action === "save" ? { type: "complete", returnValue: { content: element.state.content } } : {},
  render: async (element) => (
    <modal title="Diagram" submit={<button label="Save" style="primary" onPress={{ action: "save" }} />}>
      <input
        label="Arrows"
        hint="One per line, such as browser -> server: requests"
        element={<textinput state="content" multiline initialValue={element.state.content} />}
      />
    </modal>
  ),
});
