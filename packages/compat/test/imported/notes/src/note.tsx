import { createComponent } from "@gitbook/runtime";
import type { NotesContext } from "./index";

export const note = createComponent<
  { url?: string; text?: string },
  { text: string },
  { action: "save" },
  NotesContext
>({
  componentId: "note",
  initialState: (props) => ({ text: props.text ?? "empty" }),
  action: async (element, action) => {
    if (action.action === "@link.unfurl") return { props: { url: action.url, text: "From a link" } };
    return { ...element, props: { ...element.props, text: element.state.text } };
  },
  render: async (element, context) => (
    <block>
      <card
        title={element.props.text ?? element.state.text}
        hint={<text>{context.environment.integration.name}</text>}
      >
        <textinput state="text" initialValue={element.state.text} />
      </card>
      <webframe source={{ url: `${context.environment.installation?.urls.publicEndpoint}/frame` }} />
      <button label="Save" onPress={{ action: "save" }} />
    </block>
  ),
});
