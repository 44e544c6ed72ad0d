import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { eventScopes, runtimeEventTypes } from "@plugboard/api";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { DevReport } from "../dev/dev-report.ts";
import { startDev } from "../dev/start-dev.ts";
import { runCli } from "../program/run-cli.ts";

// `ui_render` is a direct request and can't be triggered.
const types = runtimeEventTypes.filter((type) => type !== "ui_render");
const sample = fileURLToPath(new URL("../../../../apps/sample-integrations/webhook", import.meta.url));
const scopes = [...new Set(Object.values(eventScopes).filter((scope) => scope !== undefined))];
const manifest = `
name: everything
title: Everything
description: Handles every event.
organization: acme
visibility: private
scopes: [${scopes.join(", ")}]
script: ./integration.ts
schedules: [{ id: daily, cron: 0 9 * * * }]
`;
const handlers = types
  .filter((type) => type !== "task" && type !== "schedule")
  .map((type) => `${type}: () => {},`);
const code = `
import { createIntegration } from "@plugboard/runtime";
export default createIntegration({ events: { ${handlers.join(" ")} }, task: () => {}, schedule: () => {} });
`;

let folder: string;
let dev: Awaited<ReturnType<typeof startDev>>;
const reports: DevReport[] = [];

beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "plugboard-trigger-")), "everything");
  await mkdir(folder);
  await writeFile(join(folder, "service-manifest.yaml"), manifest);
  await writeFile(join(folder, "integration.ts"), code);
  await symlink(join(sample, "node_modules"), join(folder, "node_modules"), "junction");
  dev = await startDev({ folder, port: 0, env: {}, report: (report) => void reports.push(report) });
});
afterAll(async () => {
  await dev.close();
  await rm(join(folder, ".."), { recursive: true, force: true });
});

it.each(types)("sends a sample of %s to the integration under development", async (type) => {
  const lines: string[] = [];
  const output = { write: (text: string) => lines.push(text) > 0 };
  const { platform } = process;
  const { signal } = new AbortController();
  const host = { stdin: {}, stdout: output, stderr: output, env: {}, home: folder, platform, signal };
  expect([await runCli({ ...host, arguments: ["trigger", type, "--json"], cwd: folder }), lines]).toEqual([
    0,
    [expect.stringContaining(`"${type}"`)],
  ]);
  const { eventId } = JSON.parse(lines[0] ?? "{}");
  await vi.waitFor(
    () =>
      expect(reports).toContainEqual(
        expect.objectContaining({ kind: "dispatched", type, eventId, status: 200 }),
      ),
    { timeout: 10_000 },
  );
});
