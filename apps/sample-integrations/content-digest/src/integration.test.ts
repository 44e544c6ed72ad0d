import { readFile } from "node:fs/promises";
import { createTestPlatform, testIds } from "@plugboard/testing";
import { expect, it } from "vitest";
import { integration } from "./integration.ts";

const manifest = await readFile(new URL("../service-manifest.yaml", import.meta.url), "utf8");

const setUp = () =>
  createTestPlatform(integration, {
    manifest,
    pages: [
      { id: "install", title: "Install", markdown: "", updatedAt: Date.UTC(2026, 0, 1) },
      { id: "upgrade", title: "Upgrade", markdown: "", updatedAt: Date.UTC(2026, 0, 2) },
    ],
  });

it("logs changes in a space", async () => {
  const { status, logs } = await (await setUp()).emit("space_content_updated", {
    revisionId: "revision_7",
  });
  expect(status).toBe(200);
  expect(logs).toMatchObject([
    {
      level: "info",
      message: "a space changed",
      fields: { space: testIds.space, revision: "revision_7", newestPage: "Upgrade", pages: 2 },
    },
  ]);
});

it("only reads, so an event can be redelivered", async () => {
  const platform = await setUp();
  const [first, second] = [
    await platform.emit("space_content_updated"),
    await platform.emit("space_content_updated"),
  ];
  expect(second.logs.map(({ fields }) => fields)).toEqual(first.logs.map(({ fields }) => fields));
  expect(new Set(platform.apiCalls.map(({ method }) => method))).toEqual(new Set(["GET"]));
});

it("fails if the platform reports an error, so the event is retried", async () => {
  const { status, logs } = await (await setUp()).emit(
    "space_content_updated",
    { spaceId: "space_that_went" },
    { allowFailure: true },
  );
  expect(status).toBe(500);
  expect(logs).toMatchObject([{ level: "error", fields: { error: { code: "forbidden" } } }]);
});
