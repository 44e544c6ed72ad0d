/** @jsxImportSource @plugboard/components */
import { createComponent } from "@plugboard/components";
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

> A receiver responds quickly and works later.
`;

export const textSample: Sample = {
  title: "Text, links and Markdown",
  component: createComponent({
    componentId: "text",
    render: () => (
      <block>
        <text>
          Plain text with <text style="bold">bold</text>, <text style="italic">italic</text>,{" "}
          <text style="strikethrough">struck</text> and <text style="code">code</text> parts, and a{" "}
          <link target={{ url: "https://example.com/" }}>link to a page</link>.
        </text>
        <hint>A hint says a little more, a little quieter.</hint>
        <divider />
        <markdown content={content} />
      </block>
    ),
  }),
};
