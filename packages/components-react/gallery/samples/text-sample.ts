import type { Sample } from "./sample.ts";

const content = `## Release notes

Deliveries are now **retried for a day**, and every attempt is *logged*. Read the
[guide](https://example.com/guide) or run \`plugboard tail\`.

- [x] Signed envelopes
- [ ] Regional endpoints

| Plan | Events | Retention |
|---|---|---|
| Team | 10,000 | 7 days |
| Scale | 1,000,000 | 90 days |

> A receiver answers quickly and works later.
`;

export const textSample: Sample = {
  componentId: "text",
  title: "Text, links and Markdown",
  state: {},
  render: () => ({
    type: "block",
    children: [
      {
        type: "text",
        children: [
          "Plain text with ",
          { type: "text", style: "bold", children: ["bold"] },
          ", ",
          { type: "text", style: "italic", children: ["italic"] },
          ", ",
          { type: "text", style: "strikethrough", children: ["struck"] },
          " and ",
          { type: "text", style: "code", children: ["code"] },
          " parts, and a ",
          { type: "link", target: { url: "https://example.com/" }, children: ["link to a page"] },
          ".",
        ],
      },
      { type: "hint", children: ["A hint says a little more, a little quieter."] },
      { type: "divider" },
      { type: "markdown", content },
    ],
  }),
};
