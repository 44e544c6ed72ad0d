import { listDeliveries, queueTask } from "@plugboard/api/routes";
import { createIntegration } from "@plugboard/content/integration";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";
import { waitFor } from "../../src/fixtures/wait-for.fixture.ts";

const taskSchema = z.object({ id: z.string(), eventId: z.string(), dueAt: z.iso.datetime() });
const required = `scopes: []
configurations:
  account:
    properties: { url: { type: string, title: URL, description: Where to. } }
    required: [url]`;

describe("tasks", () => {
  const { call, succeed, publish, install } = setUpServer();
  const done: { readonly eventId: string; readonly task: unknown }[] = [];
  const tokens = new Map<string, { readonly integration: string; readonly installation?: string }>();
  const worker = createIntegration({
    events: {
      installation_setup: ({ installationId }, { environment }) => {
        tokens.set(installationId, environment.apiTokens);
      },
    },
    task: ({ eventId, task }) => {
      if (task.type === "fail") throw new Error("not today");
      done.push({ eventId, task });
    },
  });
  let prepared: Promise<string> | undefined;
  const installation = (): Promise<string> =>
    (prepared ??= (async () => {
      await publish("tasks", worker);
      return await install("tasks");
    })());
  const queue = async (body: object, headers: Readonly<Record<string, string>> = {}) =>
    taskSchema.parse(
      await succeed(queueTask, { body: { installationId: await installation(), ...body }, headers }),
    );

  it("are sent to the integration as events", async () => {
    const before = Date.now();
    const { id, eventId, dueAt } = await queue({ task: { type: "greet", payload: { name: "Ada" } } });
    expect(id).toBe(eventId);
    expect(Date.parse(dueAt)).toBeGreaterThanOrEqual(before);
    const seen = await waitFor("the task", () => done.find((event) => event.eventId === eventId));
    expect(seen.task).toMatchObject({
      type: "greet",
      payload: { name: "Ada" },
      run: { number: 1, steps: {} },
    });
  });

  it("wait until they are due", async () => {
    const { eventId, dueAt } = await queue({ task: { type: "later" }, delaySeconds: 1.5004 });
    expect(Number.isInteger(Date.parse(dueAt))).toBe(true);
    await waitFor("the task", () => done.find((event) => event.eventId === eventId));
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(dueAt));
  });

  it("are dropped after they expire, and never expire before they are due", async () => {
    const expiresAt = new Date(Date.now() + 3000).toISOString();
    const { eventId } = await queue({ task: { type: "fail" }, expiresAt });
    const find = async () => Object(await succeed(listDeliveries, { query: { eventId } })).items[0];
    const failed = await waitFor("its end", async () => {
      const delivery = await find();
      return delivery?.status === "failed" ? delivery : undefined;
    });
    expect(failed).toMatchObject({ failure: "expired" });
    const body = {
      installationId: await installation(),
      task: { type: "late" },
      delaySeconds: 60,
      expiresAt,
    };
    expect(await call(queueTask, { body })).toMatchObject({
      status: 400,
      body: { problems: [{ path: "expiresAt" }] },
    });
  });

  it("are queued once under one idempotency key", async () => {
    const key = { "idempotency-key": "greet-ada" };
    const first = await queue({ task: { type: "once" }, delaySeconds: 60 }, key);
    expect(await queue({ task: { type: "once" }, delaySeconds: 600 }, key)).toEqual(first);
    expect((await queue({ task: { type: "once" }, delaySeconds: 60 })).id).not.toBe(first.id);
  });

  it("are queued by a token for its own installation by default", async () => {
    const id = await installation();
    const { integration, installation: own } = await waitFor("the tokens", () => tokens.get(id));
    const body = { task: { type: "own" }, delaySeconds: 60 };
    expect((await call(queueTask, { token: own ?? "", body })).status).toBe(201);
    expect(await call(queueTask, { token: integration, body })).toMatchObject({
      status: 400,
      body: { problems: [{ path: "installationId" }] },
    });
    const named = { ...body, installationId: id };
    expect((await call(queueTask, { token: integration, body: named })).status).toBe(201);
  });

  it("are rejected if their data is nested too deeply", async () => {
    const payload: unknown = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`);
    const body = { installationId: await installation(), task: { type: "greet", payload } };
    expect(await call(queueTask, { body })).toMatchObject({
      status: 400,
      body: { code: "invalid_request", problems: [{ path: "task.payload" }] },
    });
  });

  it("are rejected without a recipient", async () => {
    await publish("no-tasks", createIntegration({ events: { site_view: () => {} } }));
    await publish("pending-tasks", worker, required);
    const body = { task: { type: "lost" } };
    for (const name of ["no-tasks", "pending-tasks"]) {
      const installationId = await install(name);
      expect(await call(queueTask, { body: { ...body, installationId } })).toMatchObject({
        status: 409,
        body: { code: "conflict" },
      });
    }
  });
});
