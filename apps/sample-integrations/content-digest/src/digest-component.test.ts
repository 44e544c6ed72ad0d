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

it("is listed in the insert menu by the manifest", async () => {
  for (const { id } of manifest.blocks ?? [])
    expect((await (await setUp()).render(id)).markup.type).toBe("block");
  expect(manifest.blocks).toHaveLength(1);
});

it("shows the most recently changed pages", async () => {
  const view = await (await setUp()).render("digest");
  expect(view.text).toContain("3 pages, newest change first");
  expect(titlesOf(view)).toEqual(["Uninstall", "Upgrade"]);
  expect(view.text).toContain("changed 3 Jan 2026, 00:00 UTC");
});

it("toggles between all pages and a few", async () => {
  const view = await (await setUp()).render("digest");
  await view.press("Show all");
  expect(view.state).toEqual({ all: true });
  expect(titlesOf(view)).toEqual(["Uninstall", "Upgrade", "Install"]);
  await view.press("Show fewer");
  expect(view.state).toEqual({ all: false });
  expect(titlesOf(view)).toEqual(["Uninstall", "Upgrade"]);
});

it("keeps its state after an unknown action", async () => {
  const view = await (await setUp()).render("digest");
  await view.press("Show all");
  await view.dispatch({ action: "shuffle" });
  expect(view.state).toEqual({ all: true });
});

it("shows a hint outside a space", async () => {
  const platform = await setUp();
  const view = await platform.render("digest", { context: { type: "document", theme: "dark" } });
  expect(view.text).toBe("This block works only on pages of a space.");
  expect(platform.apiCalls).toEqual([]);
});

it("cannot be rendered without the scope to read pages", async () => {
  const platform = await setUp({ ...manifest, scopes: [] });
  await expect(platform.render("digest")).rejects.toThrow("space:content:read");
});
