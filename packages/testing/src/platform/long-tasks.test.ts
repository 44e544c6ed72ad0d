import { cancelTask, listTasks } from "@plugboard/api/routes";
import { type IntegrationContext, resumeTask } from "@plugboard/runtime";
import type { TaskEvent } from "@plugboard/api";
import { describe, expect, it } from "vitest";
import { createDigestPlatform } from "./digest-platform.fixture.ts";

type Platform = Awaited<ReturnType<typeof createDigestPlatform>>;

/** Queues a task that runs `handle`. */
async function queueLongTask(
  handle: (event: TaskEvent, context: IntegrationContext) => Promise<void>,
): Promise<Platform> {
  const platform = await createDigestPlatform(async (event, context) => {
    if (event.type === "task") await handle(event, context);
    else await context.integration.queueTask({ type: "long", payload: { pages: 3 } });
  });
  await platform.emit("site_view");
  return platform;
}

async function readTask({ api, ids }: Platform) {
  const { items } = await api.call(listTasks, { params: { installationId: ids.installation } });
  return items[0];
}

describe("a long task", () => {
  it("runs each step once, over several requests, and keeps its results", async () => {
    const steps: string[] = [];
    const results: unknown[] = [];
    let requests = 0;
    const platform = await queueLongTask(async (event, context) => {
      requests += 1;
      const { step, report } = resumeTask(event, context);
      for (const name of ["one", "two", "three", "four"]) {
        const result = await step(name, () => {
          steps.push(name);
          platform.advance(3000);
          return { name, at: new Date(0) as unknown as string };
        });
        await report({ done: steps.length, total: 4, message: name });
        if (name === "four") results.push(result);
      }
      expect(await step("nothing", () => {})).toBeUndefined();
    });
    expect(await readTask(platform)).toMatchObject({ status: "queued", steps: 0, runs: 0 });
    await platform.runQueued();
    expect(steps).toEqual(["one", "two", "three", "four"]);
    expect(requests).toBe(3);
    // The same value from the step itself and from its checkpoint.
    const four = { name: "four", at: "1970-01-01T00:00:00.000Z" };
    expect(results).toEqual([four, four]);
    expect(await readTask(platform)).toMatchObject({
      type: "long",
      status: "completed",
      steps: 5,
      runs: 3,
      progress: { done: 4, total: 4, message: "four" },
    });
  });

  it("continues after its last saved step when a step fails", async () => {
    const steps: string[] = [];
    const platform = await queueLongTask(async (event, context) => {
      const { step } = resumeTask(event, context);
      await step("one", () => void steps.push("one"));
      await step("two", () => {
        steps.push("two");
        if (steps.length < 3) throw new Error("not yet");
      });
    });
    await platform.runQueued({ allowFailure: true });
    expect(steps).toEqual(["one", "two", "two"]);
    expect(await readTask(platform)).toMatchObject({ status: "completed", steps: 2, runs: 2 });
  });

  it("continues even if the handler catches the interruption", async () => {
    const steps: number[] = [];
    const platform = await queueLongTask(async (event, context) => {
      const { step } = resumeTask(event, context);
      for (const index of [0, 1, 2]) {
        try {
          await step(String(index), () => {
            steps.push(index);
            platform.advance(6000);
          });
        } catch {}
      }
    });
    await platform.runQueued();
    expect(steps).toEqual([0, 1, 2]);
    expect(await readTask(platform)).toMatchObject({ status: "completed", runs: 3 });
  });

  it("stops when it is canceled, without another request", async () => {
    const steps: string[] = [];
    const platform = await queueLongTask(async (event, context) => {
      const { step } = resumeTask(event, context);
      await step("one", () => void steps.push("one"));
      const params = { installationId: platform.ids.installation, taskId: event.eventId };
      await step("two", async () => {
        await platform.api.call(cancelTask, { params });
        steps.push("two");
      });
      await step("three", () => void steps.push("three"));
    });
    await platform.runQueued({ allowFailure: true });
    expect(steps).toEqual(["one", "two"]);
    expect(await readTask(platform)).toMatchObject({ status: "canceled", steps: 1, runs: 1 });
  });

  it("is interrupted by its next report once it is canceled, even within a step", async () => {
    const steps: string[] = [];
    const platform = await queueLongTask(async (event, context) => {
      const { step, report } = resumeTask(event, context);
      const params = { installationId: platform.ids.installation, taskId: event.eventId };
      await step("pages", async () => {
        await report({ done: 1 });
        steps.push("one");
        await platform.api.call(cancelTask, { params });
        await report({ done: 2 });
        steps.push("two");
      });
    });
    await platform.runQueued({ allowFailure: true });
    expect(steps).toEqual(["one"]);
    expect(await readTask(platform)).toMatchObject({ status: "canceled", progress: { done: 1 }, steps: 0 });
  });

  it("fails after 15 minutes of runs in total", async () => {
    let requests = 0;
    const platform = await queueLongTask(async (event, context) => {
      requests += 1;
      const { step } = resumeTask(event, context);
      for (let index = 0; ; index += 1) await step(String(index), () => platform.advance(10_000));
    });
    await platform.runQueued();
    expect(requests).toBe(90);
    expect(await readTask(platform)).toMatchObject({
      status: "failed",
      error: "The task ran for 15 minutes in total, which is the limit.",
    });
  });

  it("must give each step its own name", async () => {
    const platform = await queueLongTask(async (event, context) => {
      const { step } = resumeTask(event, context);
      await step("same", () => {});
      await step("same", () => {});
    });
    await expect(platform.runQueued()).rejects.toThrow("Give each step its own name");
  });
});
