import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { platformEventTypes } from "@plugboard/api";
import { contentContract } from "@plugboard/content/contract";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import type { DevReport } from "../dev/dev-report.ts";
import { startDev } from "../dev/start-dev.ts";
import { runCli } from "../program/run-cli.ts";

// `ui_render` is a direct request and can't be triggered.
const types = [
  ...platformEventTypes.filter((type) => type !== "ui_render"),
  ...["space", "site"].flatMap((kind) => [`${kind}_installation_setup`, `${kind}_installation_deleted`]),
  ...Object.keys(contentContract.events),
];
const sample = fileURLToPath(new URL("../../../../apps/sample-integrations/webhook", import.meta.url));
const scopes = [...new Set(Object.values(contentContract.events).map(({ scope }) => scope))];
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
import { createIntegration } from "@plugboard/content/integration";
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

it("explains a target that excludes sites, and settings that are a component", async () => {
  const own = join(folder, "..", "in-spaces");
  await mkdir(own);
  await writeFile(
    join(own, "service-manifest.yaml"),
    manifest.replace(/schedules.*/, "target: space\nconfigurations: { account: { componentId: settings } }"),
  );
  const render = "render: () => Response.json({ element: { type: 'configuration', children: [] } })";
  await writeFile(
    join(own, "integration.ts"),
    code.replace(/task: .*/, `components: [{ componentId: "settings", ${render} }] });`),
  );
  await symlink(join(sample, "node_modules"), join(own, "node_modules"), "junction");
  const running = await startDev({ folder: own, port: 0, env: {}, report: () => {} });
  onTestFinished(() => running.close());
  const lines: string[] = [];
  const output = { write: (text: string) => lines.push(text) > 0 };
  const { platform } = process;
  const { signal } = new AbortController();
  const host = { stdin: {}, stdout: output, stderr: output, env: {}, home: own, platform, signal };
  await runCli({ ...host, arguments: ["trigger", "page_feedback"], cwd: own });
  await runCli({ ...host, arguments: ["connect"], cwd: own });
  expect(lines.join("")).toContain("Set `target: all` in the manifest, which is `space`");
  expect(lines.join("")).toContain("Its settings are a component. Run `plugboard open` and connect there.");
});
