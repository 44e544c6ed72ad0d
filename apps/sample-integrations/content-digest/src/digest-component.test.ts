import { readFile } from "node:fs/promises";
import { parseManifest } from "@plugboard/manifest";
import { type ComponentView, createTestPlatform } from "@plugboard/testing";
import { expect, it } from "vitest";
import { integration } from "./integration.ts";

const manifest = parseManifest(await readFile(new URL("../service-manifest.yaml", import.meta.url), "utf8"));

const setUp = (given = manifest) =>
  createTestPlatform(integration, {
    manifest: given,
    pages: ["Install", "Upgrade", "Uninstall"].map((title, day) => ({
      id: title.toLowerCase(),
      title,
      markdown: "",
      updatedAt: Date.UTC(2026, 0, 1 + day),
    })),
  });

const titlesOf = (view: ComponentView) => view.findAll({ type: "card" }).map(({ title }) => title);

it("is what the manifest puts into the insert menu", async () => {
  for (const { id } of manifest.blocks ?? [])
    expect((await (await setUp()).render(id)).markup.type).toBe("block");
  expect(manifest.blocks).toHaveLength(1);
});

it("shows the pages that changed last", async () => {
  const view = await (await setUp()).render("digest");
  expect(view.text).toContain("3 pages, newest change first");
  expect(titlesOf(view)).toEqual(["Uninstall", "Upgrade"]);
  expect(view.text).toContain("changed 3 Jan 2026, 00:00 UTC");
});

it("shows all pages after a press of its button, and fewer after the next", async () => {
  const view = await (await setUp()).render("digest");
  await view.press("Show all");
  expect(view.state).toEqual({ all: true });
  expect(titlesOf(view)).toEqual(["Uninstall", "Upgrade", "Install"]);
  await view.press("Show fewer");
  expect(view.state).toEqual({ all: false });
  expect(titlesOf(view)).toEqual(["Uninstall", "Upgrade"]);
});

it("keeps its state at an action it does not know", async () => {
  const view = await (await setUp()).render("digest");
  await view.press("Show all");
  await view.dispatch({ action: "shuffle" });
  expect(view.state).toEqual({ all: true });
});

it("says where it belongs when it is rendered outside a space", async () => {
  const platform = await setUp();
  const view = await platform.render("digest", { context: { type: "document", theme: "dark" } });
  expect(view.text).toBe("This block is for the pages of a space.");
  expect(platform.apiCalls).toEqual([]);
});

it("cannot be rendered without the scope that lets it read pages", async () => {
  const platform = await setUp({ ...manifest, scopes: [] });
  await expect(platform.render("digest")).rejects.toThrow("space:content:read");
});
