/** @jsxImportSource @plugboard/components */
import { createComponent } from "@plugboard/components";
import type { Sample } from "./sample.ts";

const handler = `import { createIntegration } from "@plugboard/runtime";

// Every visitor counts once.
export default createIntegration({
  events: {
    site_view: async (event, { log }) => {
      log.info("viewed", { url: event.url, visits: 1 });
    },
  },
});`;

export const codeSample: Sample = {
  title: "Code blocks",
  component: createComponent({
    componentId: "code",
    initialState: { query: "select type, count(*)\nfrom deliveries\ngroup by type;" },
    render: (element) => (
      <block>
        <codeblock content={handler} syntax="typescript" lineNumbers={true} />
        <codeblock
          content={element.dynamicState("query")}
          state="query"
          syntax="sql"
          header={<text style="bold">Query</text>}
          buttons={<button label="Run" icon="play" onPress={{ action: "run" }} />}
          footer={<hint>Edit it: the text is the state's.</hint>}
        />
      </block>
    ),
  }),
};
