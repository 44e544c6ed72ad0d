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
  componentId: "code",
  title: "Code blocks",
  state: { query: "select type, count(*)\nfrom deliveries\ngroup by type;" },
  render: () => ({
    type: "block",
    children: [
      { type: "codeblock", content: handler, syntax: "typescript", lineNumbers: true },
      {
        type: "codeblock",
        content: { $state: "query" },
        state: "query",
        syntax: "sql",
        header: [{ type: "text", style: "bold", children: ["Query"] }],
        buttons: [{ type: "button", label: "Run", icon: "play", onPress: { action: "run" } }],
        footer: [{ type: "hint", children: ["Edit it: the text is the state's."] }],
      },
    ],
  }),
};
