import { describe, expect, it } from "vitest";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { createIntegrationLogs } from "./integration-logs.ts";
import type { LogLine } from "./log-line.ts";

describe.each(databaseKinds)("createIntegrationLogs on %s", (kind) => {
  const platform = setUpPlatform(kind);
  const day = 24 * 3600 * 1000;

  /** The logs of two processes, with a separate integration. */
  async function open() {
    const { organizationId } = await platform.createContent();
    const lines = 'scopes: []\nsecrets:\n  API_KEY: "${{ env.API_KEY }}"';
    const { name, version } = await platform.publish(organizationId, lines, { API_KEY: "sesame-open" });
    const errors: unknown[] = [];
    const create = () => createIntegrationLogs(platform.context(), (error) => errors.push(error));
    const [logs, other] = [create(), create()];
    const line = (message: string, parts: Partial<LogLine> = {}): LogLine => ({
      integration: name,
      version,
      time: platform.clock.now,
      kind: "log",
      level: "info",
      message,
      ...parts,
    });
    const messages = async (filter: Parameters<typeof logs.list>[1] = {}) =>
      (await logs.list(name, filter, { limit: 100 })).map(({ message }) => message);
    return { name, logs, other, line, messages, errors };
  }

  it("keeps lines of all processes in order, and filters them", async () => {
    const { name, logs, other, line, messages } = await open();
    const event = { eventId: "evt_1", type: "site_view", installationId: "ins_1" };
    logs.write(line("first", { level: "debug" }));
    await logs.flush();
    other.write(line("second", { level: "error", event, fields: { deep: { a: 1 } } }));
    await other.flush();
    logs.write(line("third", { kind: "dispatch", status: 200, durationMilliseconds: 12 }));
    await logs.flush();
    expect(await messages()).toEqual(["third", "second", "first"]);
    expect(await messages({ level: "warn" })).toEqual(["second"]);
    expect(await messages({ installation: "ins_1" })).toEqual(["second"]);
    expect(await messages({ kind: "dispatch" })).toEqual(["third"]);
    const [, second] = await logs.list(name, {}, { limit: 2 });
    expect(second).toMatchObject({ position: 2, event, fields: { deep: { a: 1 } } });
    const before = await logs.list(name, {}, { before: 2, limit: 2 });
    expect(before.map(({ position }) => position)).toEqual([1]);
  });

  it("filters lines by text and time", async () => {
    const { logs, line, messages } = await open();
    const { now } = platform.clock;
    const since = new Date(now + 1000).toISOString();
    const before = new Date(now + 2000).toISOString();
    const event = { eventId: "evt_1", type: "site_view" };
    logs.write(line('The "channel" is 50 % gone_\\'));
    logs.write(line("posted", { time: now + 1000, event, fields: { channel: "C1" } }));
    logs.write(line("late", { time: now + 2000, fields: { path: 'a"b\\c\nd' } }));
    await logs.flush();
    for (const [text, found] of [
      ['"channel"', ['The "channel" is 50 % gone_\\']],
      ["channel", ["posted", 'The "channel" is 50 % gone_\\']],
      ["50 %", ['The "channel" is 50 % gone_\\']],
      ["gone_\\", ['The "channel" is 50 % gone_\\']],
      ["site_view", ["posted"]],
      ['a"b\\c\nd', ["late"]],
      // Part of the stored JSON, but of no line.
      ["eventId", []],
      ["message", []],
    ] as const)
      expect([text, await messages({ text })]).toEqual([text, found]);
    expect(await messages({ since })).toEqual(["late", "posted"]);
    expect(await messages({ since, before })).toEqual(["posted"]);
    expect(await messages({ before, text: "channel" })).toEqual(["posted", 'The "channel" is 50 % gone_\\']);
  });

  it("masks the secrets of the version", async () => {
    const { logs, line, messages } = await open();
    logs.write(line("the key is sesame-open", { fields: { key: "sesame-open" } }));
    await logs.flush();
    expect(await messages()).toEqual(["the key is ***"]);
    logs.noteSecrets(line("").integration, ["xoxb-of-the-chat"]);
    logs.write(line("posted with xoxb-of-the-chat"));
    await logs.flush();
    expect((await messages())[0]).toBe("posted with ***");
    const rows = await platform.storage().db.selectFrom("integration_logs").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("sesame");
  });

  it("can be followed from now or from a line, until its signal aborts", async () => {
    const { name, logs, other, line } = await open();
    const end = new AbortController();
    const watch = async (after: number | undefined, count: number): Promise<string[]> => {
      const seen: string[] = [];
      for await (const { message } of logs.watch(name, {}, { after, signal: end.signal }))
        if (seen.push(message) === count) break;
      return seen;
    };
    logs.write(line("one"));
    await logs.flush();
    const fromNow = watch(undefined, 2);
    const fromStart = watch(0, 3);
    await new Promise((resolve) => setTimeout(resolve, 50));
    logs.write(line("two"));
    await logs.flush();
    other.write(line("three"));
    await other.flush();
    expect(await fromNow).toEqual(["two", "three"]);
    expect(await fromStart).toEqual(["one", "two", "three"]);
    expect(await watch(2, 1)).toEqual(["three"]);
    const endless = watch(undefined, 1);
    end.abort();
    expect(await endless).toEqual([]);
  });

  it("limits the size and age of an integration's log", async () => {
    const { logs, line, messages, errors } = await open();
    const text = "x".repeat(15_000);
    for (let index = 0; index < 800; index += 1) logs.write(line(`${index} ${text}`));
    await logs.flush();
    const remaining = await messages();
    const all = await platform
      .storage()
      .db.selectFrom("integration_logs")
      .select((row) => row.fn.sum<number>("bytes").as("bytes"))
      .where("integration", "=", line("").integration)
      .executeTakeFirstOrThrow();
    expect(all.bytes).toBeLessThanOrEqual(10 * 1024 * 1024);
    expect(all.bytes).toBeGreaterThan(9 * 1024 * 1024);
    expect(remaining[0]).toMatch(/^799 /);
    logs.write(line("y".repeat(100_000)));
    await logs.flush();
    expect((await messages())[0]?.length).toBeLessThan(16 * 1024);
    platform.clock.now += 8 * day;
    await logs.removeOld();
    expect(await messages()).toEqual([]);
    expect(errors).toEqual([]);
  });

  it("drops lines over the limit, and logs their number", async () => {
    const { logs, line, messages } = await open();
    for (let index = 0; index < 2_100; index += 1) logs.write(line(String(index)));
    platform.clock.now += 1000;
    logs.write(line("later"));
    await logs.flush();
    expect((await messages()).slice(0, 3)).toEqual([
      "later",
      "100 lines were dropped: the limit is 100 lines a second.",
      "1999",
    ]);
  });
});
