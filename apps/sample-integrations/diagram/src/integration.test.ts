import { readFile } from "node:fs/promises";
import { createTestPlatform } from "@plugboard/testing";
import { expect, it } from "vitest";
import { integration } from "./integration.ts";
import { parseDiagram } from "./parse-diagram.ts";

const manifest = await readFile(new URL("../service-manifest.yaml", import.meta.url), "utf8");
const setUp = () => createTestPlatform(integration, { manifest });

it.each([
  ["a -> b", [{ from: "a", to: "b", label: "" }], []],
  [
    "web app -> api server: asks for x -> y\n\n",
    [{ from: "web app", to: "api server", label: "asks for x -> y" }],
    [],
  ],
  ["a -> b\nnothing\n -> c", [{ from: "a", to: "b", label: "" }], [2, 3]],
  ["", [], []],
])("reads %j", (text, arrows, wrongLines) => {
  expect(parseDiagram(text)).toEqual({ arrows, wrongLines });
});

it("passes its arrows to the public frame page", async () => {
  const platform = await setUp();
  const view = await platform.render("diagram", { props: { content: "a -> b: c\noops" } });
  const url = `${platform.publicEndpoint}/frame`;
  expect(view.findAll({ type: "webframe" })).toMatchObject([
    { source: { url }, data: { arrows: [{ from: "a", to: "b", label: "c" }] } },
  ]);
  expect(view.text).toContain('Write "from -> to: label" in line 2.');
  expect(view.maxAge).toBe(3600);
  const page = await platform.fetch("/frame");
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(await page.text()).toContain("@webframe.ready");
});

it("is edited in a dialog, and stores its text in the block", async () => {
  const view = await (await setUp()).render("diagram", { props: { content: "a -> b" } });
  await view.press("Edit the diagram");
  await view.modal?.fill("Arrows", "a -> c");
  await view.modal?.press("Save");
  expect(view.modal).toBeUndefined();
  expect(view.props).toEqual({ content: "a -> c" });
  expect(view.findAll({ type: "webframe" })).toMatchObject([{ data: { arrows: [{ to: "c" }] } }]);
});
