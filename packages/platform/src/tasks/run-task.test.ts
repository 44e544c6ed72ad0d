import { beforeAll, describe, expect, it } from "vitest";
import { createId } from "../common/create-id.ts";
import { withoutTenantScope } from "../database/organization-scope.ts";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { cancelTask, saveTaskCheckpoint } from "./change-task.ts";
import { endTaskRun, startTaskRun } from "./run-task.ts";
import { getTask, listTasks, removeOldTasks } from "./tasks.ts";

const timeout = 10_000;

describe.each(databaseKinds)("tasks on %s", (kind) => {
  const platform = setUpPlatform(kind);
  let organizationId: string;
  beforeAll(async () => {
    ({ organizationId } = await withoutTenantScope("start", () => platform.createContent()));
  });
  const newTask = () => ({
    id: createId("evt"),
    installationId: createId("ins"),
    organizationId,
    type: "sync",
    dueAt: platform.clock.now,
  });
  type Task = ReturnType<typeof newTask>;
  const unscoped = <Result>(work: () => Promise<Result>) => withoutTenantScope("start", work);
  const start = (task: Task) => unscoped(() => startTaskRun(platform.context(), task, timeout));
  const save = (task: Task, run: number, name: string, value?: string) =>
    unscoped(() =>
      saveTaskCheckpoint(platform.context(), task.installationId, task.id, {
        run,
        step: value === undefined ? { name } : { name, value },
      }),
    );
  const end = (task: Task, run: number, kindOfEnd: "continues" | "completed") =>
    unscoped(() => endTaskRun(platform.context(), task.id, run, { kind: kindOfEnd }));
  const read = (task: Task) => unscoped(() => getTask(platform.context(), task.installationId, task.id));

  it("doesn't start while another run may be in progress", async () => {
    const task = newTask();
    expect(await Promise.all([start(task), start(task)])).toEqual(
      expect.arrayContaining([
        { kind: "run", run: { number: 1, milliseconds: 5000, steps: {} } },
        { kind: "busy", until: platform.clock.now + 15_000 },
      ]),
    );
    await save(task, 1, "first", "value");
    await save(task, 1, "nothing");
    // Saved again by a client that retried its request.
    await save(task, 1, "first", "value");
    platform.clock.now += 14_999;
    expect((await start(task)).kind).toBe("busy");
    platform.clock.now += 1;
    expect(await start(task)).toEqual({
      kind: "run",
      run: { number: 2, milliseconds: 5000, steps: { first: { value: "value" }, nothing: {} } },
    });
    expect(await read(task)).toMatchObject({ status: "running", steps: 2, runs: 2 });
  });

  it("can't be continued by an earlier run or after it has ended", async () => {
    const task = newTask();
    await start(task);
    await end(task, 1, "continues");
    await start(task);
    await expect(save(task, 1, "late")).rejects.toThrow(`Run 1 of task ${task.id} was replaced by run 2.`);
    expect(await end(task, 1, "completed")).toEqual({ isCanceled: false });
    expect(await read(task)).toMatchObject({ status: "running" });
    await unscoped(() => cancelTask(platform.context(), task.installationId, task.id));
    await expect(save(task, 2, "late")).rejects.toThrow("is canceled, so it can't be continued");
    expect(await end(task, 2, "completed")).toEqual({ isCanceled: true });
    expect(await start(task)).toEqual({ kind: "over", reason: "The task was canceled." });
    expect(await read(task)).toMatchObject({ status: "canceled", steps: 0 });

    const done = newTask();
    await start(done);
    await end(done, 1, "completed");
    await expect(
      unscoped(() => cancelTask(platform.context(), done.installationId, done.id)),
    ).rejects.toMatchObject({ code: "conflict" });
    await expect(unscoped(() => cancelTask(platform.context(), "ins_other", done.id))).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("rejects results that are too large", async () => {
    const task = newTask();
    await start(task);
    await expect(save(task, 1, "large", "x".repeat(65_536))).rejects.toMatchObject({
      code: "payload_too_large",
    });
    for (let index = 0; index < 4; index += 1) await save(task, 1, `step ${index}`, "x".repeat(65_000));
    await expect(save(task, 1, "one too many", "x".repeat(65_000))).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await read(task)).toMatchObject({ steps: 4 });
  });

  it("encrypts the results of steps", async () => {
    const task = newTask();
    await start(task);
    await save(task, 1, "secret", "the token of a customer");
    const row = await unscoped(() =>
      platform
        .context()
        .db.selectFrom("task_steps")
        .selectAll()
        .where("task_id", "=", task.id)
        .executeTakeFirstOrThrow(),
    );
    expect(row.value).not.toContain("token");
  });

  it("lists tasks by page, newest first, and removes old ones", async () => {
    const first = newTask();
    const tasks = [first];
    for (let index = 0; index < 2; index += 1) {
      platform.clock.now += index;
      tasks.push({ ...newTask(), installationId: first.installationId });
    }
    for (const task of tasks) await start(task);
    const list = (after?: { readonly id: string; readonly createdAt: number }) =>
      unscoped(() => listTasks(platform.context(), first.installationId, { after, limit: 2 }));
    const page = await list();
    const rest = await list(page.at(-1));
    const listed = [...page, ...rest];
    expect(listed.map(({ id }) => id).toSorted()).toEqual(tasks.map(({ id }) => id).toSorted());
    expect(listed.map(({ createdAt }) => createdAt)).toEqual(
      listed.map(({ createdAt }) => createdAt).toSorted((a, b) => b - a),
    );
    await save(first, 1, "step", "value");
    platform.clock.now += 1000;
    while ((await unscoped(() => removeOldTasks(platform.context(), platform.clock.now))) > 0);
    expect(await list()).toEqual([]);
    const left = await unscoped(() => platform.context().db.selectFrom("task_steps").selectAll().execute());
    expect(left).toEqual([]);
  });
});
