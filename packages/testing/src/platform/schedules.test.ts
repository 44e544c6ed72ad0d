import { createIntegration } from "@plugboard/runtime";
import { expect, it } from "vitest";
import { createTestPlatform } from "./create-test-platform.ts";

it("runs schedules when the test advances the time past a tick", async () => {
  const integration = createIntegration({
    schedule: ({ schedule }, { log }) => log.info("tick", schedule),
  });
  const platform = await createTestPlatform(integration, {
    manifest: `
name: daily
title: Daily
description: Runs daily
organization: acme
visibility: private
scopes: []
schedules: [{ id: morning, cron: 0 9 * * 1-5, timeZone: Europe/Berlin }]
`,
    startsAt: Date.UTC(2026, 0, 5),
  });
  platform.advance(9 * 3600 * 1000);
  await platform.runQueued();
  platform.advance(24 * 3600 * 1000);
  await platform.runQueued();
  expect(platform.logs.map(({ fields }) => fields)).toEqual([
    { id: "morning", scheduledFor: "2026-01-05T08:00:00.000Z" },
    { id: "morning", scheduledFor: "2026-01-06T08:00:00.000Z" },
  ]);
});
