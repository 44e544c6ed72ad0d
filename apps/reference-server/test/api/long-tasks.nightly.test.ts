import { createApiClient } from "@plugboard/api/client";
import {
  getTask,
  installIntegration,
  listOrganizations,
  publishIntegration,
  queueTask,
} from "@plugboard/api/routes";
import { createIntegration, resumeTask } from "@plugboard/runtime";
import { serve } from "@plugboard/runtime/node";
import { createTestDatabase } from "@plugboard/test-postgres";
import { generateSecret } from "@plugboard/webhook-signer";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { testManifest } from "../../../../packages/platform/src/fixtures/test-integration.fixture.ts";
import { type ServerToKill, startServerToKill } from "../../src/fixtures/server-to-kill.fixture.ts";
import { adminToken } from "../../src/fixtures/set-up-server.fixture.ts";

const stepsOfATask = 25;
const stepMilliseconds = 250;
const tasksOfAStrike = 2;
const strikes = 2;

/** Records each execution of a step, and checks that no two steps of a task overlap. */
function createRecorder() {
  const running = new Map<string, string>();
  const saved = new Set<string>();
  const faults: string[] = [];
  let executions = 0;
  return {
    faults,
    executions: () => executions,
    run: async (task: string, step: string): Promise<string> => {
      executions += 1;
      const other = running.get(task);
      if (other !== undefined) faults.push(`${task}: ${step} started while ${other} was running`);
      if (saved.has(`${task} ${step}`)) faults.push(`${task}: ${step} ran again after it was saved`);
      running.set(task, step);
      await delay(stepMilliseconds);
      running.delete(task);
      return `${task} ${step}`;
    },
    save: (task: string, step: string, value: string): void => {
      if (value !== `${task} ${step}`) faults.push(`${task}: ${step} returned ${value}`);
      saved.add(`${task} ${step}`);
    },
  };
}

it.each(["SQLite", "PostgreSQL"] as const)(
  "a long task on %s neither loses a checkpoint nor runs twice at once when its server is killed",
  { timeout: 600_000 },
  async (kind) => {
    const recorder = createRecorder();
    const integration = createIntegration({
      task: async (event, context) => {
        const { step, report } = resumeTask(event, context);
        for (let index = 0; index < stepsOfATask; index += 1) {
          const name = `step ${index}`;
          recorder.save(event.eventId, name, await step(name, () => recorder.run(event.eventId, name)));
          if (index % 8 === 0) await report({ done: index + 1, total: stepsOfATask });
        }
      },
    });
    const signingSecret = generateSecret();
    const env = { PLUGBOARD_SIGNING_SECRET: signingSecret };
    const host = await serve(integration, { port: 0, hostname: "127.0.0.1", env });
    onTestFinished(() => host.close());
    const folder = await mkdtemp(join(tmpdir(), "long-tasks-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const variables = {
      PLUGBOARD_DATA_DIR: folder,
      ...(kind === "PostgreSQL" && { DATABASE_URL: await createTestDatabase() }),
    };
    // On PostgreSQL, the other server takes over.
    const servers = [await startServerToKill(variables, "0")];
    if (kind === "PostgreSQL") servers.push(await startServerToKill(variables, "0"));
    const apiOf = ({ url }: ServerToKill) => createApiClient({ endpoint: `${url}/v1`, token: adminToken });
    const [first] = servers;
    if (first === undefined) throw new Error("there is no server");
    const api = apiOf(first);
    await api.call(publishIntegration, {
      params: { integration: "long" },
      body: { manifest: testManifest("long", "acme"), url: `http://127.0.0.1:${host.port}`, signingSecret },
    });
    const { items: organizations } = await api.call(listOrganizations);
    const { id: installationId } = await api.call(installIntegration, {
      params: { integration: "long" },
      body: { organization: organizations[0]?.id ?? "" },
    });
    const ids: string[] = [];
    for (let strike = 0; strike < strikes; strike += 1) {
      const index = strike % servers.length;
      const server = servers[index];
      if (server === undefined) throw new Error("there is no server");
      for (let task = 0; task < tasksOfAStrike; task += 1) {
        const body = { task: { type: "long" }, installationId };
        ids.push((await api.call(queueTask, { body })).id);
      }
      const before = recorder.executions();
      await expect.poll(recorder.executions, { timeout: 120_000 }).toBeGreaterThan(before);
      // Strikes at another moment of a step each time.
      await delay(strike * 60);
      await server.kill();
      servers[index] = await startServerToKill(variables, new URL(server.url).port);
    }
    const states = async () =>
      await Promise.all(
        ids.map(async (taskId) => {
          const task = await api.call(getTask, { params: { installationId, taskId } });
          return [task.error ?? task.status, task.steps, task.progress?.done];
        }),
      );
    await expect
      .poll(states, { timeout: 300_000, interval: 500 })
      .toEqual(ids.map(() => ["completed", stepsOfATask, stepsOfATask]));
    expect(recorder.faults).toEqual([]);
    // A killed server loses at most the step in progress of each task.
    expect(recorder.executions()).toBeGreaterThanOrEqual(ids.length * stepsOfATask);
    expect(recorder.executions()).toBeLessThanOrEqual(ids.length * (stepsOfATask + strikes));
  },
);
