import { readFile } from "node:fs/promises";
import { createTestPlatform } from "@plugboard/testing";
import { expect, it } from "vitest";
import { integration } from "./integration.ts";
import { parseSettings } from "./settings.ts";

const manifest = await readFile(new URL("../service-manifest.yaml", import.meta.url), "utf8");
const context = { type: "configuration_account", theme: "light" } as const;

it("stores the values of its steps, and blocks show them", async () => {
  const platform = await createTestPlatform(integration, { manifest });
  expect((await platform.render("notice")).text).toBe("No notice yet.");
  const view = await platform.render("settings", { context });
  await view.fill("Message", "Closed on Friday");
  await view.press("Choose a style");
  await view.fill("warning", "warning");
  await view.press("Save");
  expect(view.completed).toBeDefined();
  expect((await platform.installation()).configuration).toEqual({
    message: "Closed on Friday",
    tone: "warning",
  });
  expect((await platform.render("notice")).text).toBe("Warning\nClosed on Friday");
});

it("requires a message to continue", async () => {
  const platform = await createTestPlatform(integration, { manifest });
  const view = await platform.render("settings", { context });
  await view.press("Choose a style");
  expect(view.state).toMatchObject({ step: "message" });
  expect(view.text).toContain("Enter a message first.");
  expect((await platform.installation()).configuration).toEqual({});
});

it.each([
  [undefined, { message: "", tone: "information" }],
  [
    { message: 5, tone: "loud" },
    { message: "", tone: "information" },
  ],
  [
    { message: "Hello", tone: "warning" },
    { message: "Hello", tone: "warning" },
  ],
])("reads %j", (configuration, settings) => {
  expect(parseSettings(configuration)).toEqual(settings);
});
