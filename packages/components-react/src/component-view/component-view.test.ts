import type { UiNode } from "@plugboard/api";
import { elementTable } from "@plugboard/components";
import {
  array,
  assert,
  constantFrom,
  dictionary,
  jsonValue,
  letrec,
  oneof,
  property,
  tuple,
} from "fast-check";
import { text } from "node:stream/consumers";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { prerenderToNodeStream } from "react-dom/static";
import { expect, test } from "vitest";
import { ComponentView } from "./component-view.tsx";

const context = { type: "document", theme: "light" } as const;
const viewOf = (element: UiNode): ReactElement =>
  createElement(ComponentView, {
    componentId: "main",
    props: {},
    context,
    dispatch: () => Promise.reject(new Error("Not asked")),
    initialResponse: { type: "element", state: { name: "Ada", list: ["a"] }, props: {}, element },
  });
const renderTree = (element: UiNode): string => renderToStaticMarkup(viewOf(element));

test("the initial response is shown without scripts", async () => {
  const markdown = { type: "markdown", content: { $state: "name" } };
  const { prelude } = await prerenderToNodeStream(viewOf({ type: "block", children: [markdown] }));
  const html = await text(prelude);
  expect(html).toContain("<p>Ada</p>");
  expect(html).toContain('data-theme="light"');
});

const attributeNames = [
  ...new Set(Object.values(elementTable).flatMap((attributes) => Object.keys(attributes))),
].map((name) => name.replace("?", ""));
const leaf = oneof(
  jsonValue({ maxDepth: 1 }),
  constantFrom("javascript:alert(1)", "https://example.com/", "<script>", "a", "name", "block"),
  constantFrom({ $state: "name" }, { $state: "list" }, { url: "javascript:alert(1)" }, { action: "go" }),
);
const tree = letrec<{ node: UiNode; value: unknown }>((tie) => ({
  value: oneof({ depthSize: "small" }, leaf, tie("node"), array(tie("node"), { maxLength: 3 })),
  node: tuple(
    constantFrom(...Object.keys(elementTable), "script", "__proto__"),
    dictionary(constantFrom(...attributeNames), tie("value"), { maxKeys: 6 }),
  ).map(([type, attributes]) => ({ ...attributes, type })),
})).node;

test("no invalid tree makes rendering throw or becomes script", () => {
  assert(
    property(tree, (root) => {
      const html = renderTree(root);
      expect(html).not.toMatch(/<script|\son\w+=|(href|src)="(?!https?:|mailto:)/i);
    }),
    { numRuns: 200 },
  );
});
