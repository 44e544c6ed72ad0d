import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { RunnerCapabilities } from "../model/runner-capabilities.ts";
import type { RunnerStatus } from "../model/runner-status.ts";
import type { ScriptRunnerOptions } from "./script-runner.ts";
import {
  fetchScript,
  openTestRunner,
  patience,
  post,
  type TestRunner,
  textOf,
} from "./script-runner.fixture.ts";

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()));
});

async function open(limits: ScriptRunnerOptions["limits"] = {}): Promise<TestRunner> {
  const world = await openTestRunner({ limits });
  cleanups.push(world.close);
  return world;
}

const counter = (name: string) =>
  fetchScript(name, "count += 1; return new Response(String(count));", "let count = 0;");
const sandboxesOf = ({ scripts }: RunnerStatus, name: string): number[] =>
  scripts
    .filter(({ integration }) => integration === name)
    .flatMap(({ sandboxes }) => sandboxes.map(({ processId }) => processId));

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

test("while one request computes endlessly, other requests of the script go to a stand-in", {
  tags: ["night"],
}, async () => {
  // Long enough for a busy machine to see the state.
  const { runner, messages } = await open({ killCpuMilliseconds: 2_000 });
  const target = fetchScript(
    "spinner",
    `if ((await request.json()).spin) for (;;); return new Response("fine");`,
  );
  await post(runner, target);
  const spin = post(runner, target, { spin: true });
  await expect.poll(async () => (await runner.status()).scripts[0]?.state).toBe("stuck");
  const others = await Promise.all(Array.from({ length: 20 }, () => post(runner, target)));
  expect(others.map(textOf)).toEqual(others.map(() => "fine"));
  expect((await spin).result.errorMessage).toMatch(/computed for 2000 ms/);
  await expect
    .poll(() => messages("spinner"))
    .toEqual([expect.stringMatching(/^The script was stopped: it computed/)]);
});

test("many concurrent requests that compute for a while are not taken for an endless loop", {
  tags: ["night"],
}, async () => {
  const { runner } = await open();
  const target = fetchScript(
    "busy",
    "let sum = 0; for (let i = 0; i < 1e6; i += 1) sum += Math.sqrt(i ^ sum); return new Response();",
  );
  const exchanges = await Promise.all(Array.from({ length: 100 }, () => post(runner, target)));
  expect(exchanges.map(({ result }) => result.errorMessage ?? result.status)).toEqual(
    exchanges.map(() => 200),
  );
});

test("a script that never stops computing is throttled, then stopped", { tags: ["night"] }, async () => {
  const { runner } = await open({ cpuShare: 0.02, cpuBurstMilliseconds: 400 });
  const work = "for (let i = 0; i < 3e6; i += 1) sum += Math.sqrt(i ^ sum);";
  const pause = "await new Promise((resolve) => setTimeout(resolve, 1));";
  const target = fetchScript("worker", `let sum = 0; for (;;) { ${work} ${pause} }`);
  const { result } = await post(runner, target);
  expect(result.errorMessage).toMatch(/kept using more than 0\.02 of a CPU core/);
});

test("a script that fails repeatedly is restarted after a delay", { tags: ["night"] }, async () => {
  const { runner } = await open({ restartDelaysMilliseconds: [0, 60_000] });
  const target = fetchScript("failing", "for (;;);");
  // The third request goes to the stand-in started for the second.
  for (let time = 1; time <= 3; time += 1) await post(runner, target);
  const { result } = await post(runner, target);
  expect(result).toMatchObject({ errorCode: "connection_refused" });
  expect(result.errorMessage).toMatch(/failed 3 times in a row; it restarts in \d+ s/);
});

test("switches versions under load without a failure; the old version finishes its work", {
  tags: ["night"],
}, async () => {
  const { runner, messages } = await open();
  const body = `host.waitUntil(new Promise((resolve) => setTimeout(resolve, 300)).then(() => console.log("late work")));
    return new Response("version ");`;
  const first = fetchScript("switched", body.replace("version ", "version 1"));
  const second = { ...fetchScript("switched", body.replace("version ", "version 2")), version: 2 };
  await runner.describe(first, patience);
  let current = first;
  const seen: string[] = [];
  const stop = new AbortController();
  const load = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!stop.signal.aborted) seen.push(textOf(await post(runner, current)));
    }),
  );
  await expect.poll(() => seen.length).toBeGreaterThan(20);
  await runner.describe(second, patience);
  current = second;
  const retired = runner.retire("switched", { keepVersions: [2] });
  await expect.poll(() => seen.filter((text) => text === "version 2").length).toBeGreaterThan(20);
  stop.abort();
  await load;
  await retired;
  expect(new Set(seen)).toEqual(new Set(["version 1", "version 2"]));
  expect((await runner.status()).scripts.map(({ version }) => version)).toEqual([2]);
  await runner.retire("switched");
  expect(messages("switched").filter((message) => message !== "late work")).toEqual([]);
  expect(messages("switched")).toHaveLength(seen.length + 2);
});

test("a call in flight while its version is retired does not restart that version", async () => {
  const { runner } = await open();
  const loading = Promise.withResolvers<void>();
  const plain = fetchScript("late", `return new Response("first");`);
  const load = () => loading.promise.then(plain.script.load);
  const first = { ...plain, script: { ...plain.script, load } };
  const second = { ...fetchScript("late", `return new Response("second");`), version: 2 };
  await runner.describe(second, patience);
  const late = post(runner, first);
  const retired = runner.retire("late", { keepVersions: [2] });
  loading.resolve();
  expect(textOf(await late)).toBe("first");
  await retired;
  expect((await runner.status()).scripts.map(({ version }) => version)).toEqual([2]);
});

test("a secret kept in a global is not visible to calls of another organization", async () => {
  const { runner } = await open();
  const keep = `const { secret } = await request.json(); globalThis.seen ??= secret; return new Response(seen);`;
  const own = fetchScript("shared", keep);
  const other = { ...own, organization: "org_2" };
  expect(textOf(await post(runner, own, { secret: "of org_1" }))).toBe("of org_1");
  expect(textOf(await post(runner, other, { secret: "of org_2" }))).toBe("of org_2");
  expect(textOf(await post(runner, own, { secret: "later" }))).toBe("of org_1");
});

test("retiring immediately aborts requests and background work of only that organization", async () => {
  const { runner } = await open();
  const body = `const { wait = 0 } = await request.json(); host.waitUntil(scheduler.wait(wait)); await scheduler.wait(wait);
    return new Response("fine");`;
  const paused = fetchScript("paused", body);
  const other = { ...paused, organization: "org_2" };
  await Promise.all([post(runner, paused), post(runner, other)]);
  const sandboxOf = async (organization: string): Promise<number | undefined> =>
    (await runner.status()).scripts.find((script) => script.organization === organization)?.sandboxes[0]
      ?.processId;
  const [stopped = 0, kept] = [await sandboxOf("org_1"), await sandboxOf("org_2")];
  const cutOff = post(runner, paused, { wait: 20_000 });
  await runner.retire("paused", { organization: "org_1", immediately: true });
  expect((await cutOff).result).toMatchObject({ errorCode: "aborted" });
  expect(isRunning(stopped)).toBe(false);
  expect(await sandboxOf("org_2")).toBe(kept);
  expect(await runner.listRunning()).toEqual([{ name: "paused", version: 1, organization: "org_2" }]);
  expect(textOf(await post(runner, paused))).toBe("fine");
});

test("an idle script is stopped and restarted with the next request", async () => {
  const { runner } = await open({ idleMilliseconds: 200 });
  const target = counter("idle");
  await post(runner, target);
  await expect.poll(async () => (await runner.status()).scripts[0]?.state).toBe("stopped");
  expect(textOf(await post(runner, target))).toBe("1");
});

test("the least recently used script makes room for another", async () => {
  const { runner } = await open({ maxSandboxes: 2 });
  for (const name of ["a", "b", "a", "c"])
    expect((await post(runner, counter(name))).result.status).toBe(200);
  await expect.poll(async () => sandboxesOf(await runner.status(), "b")).toEqual([]);
  expect(textOf(await post(runner, counter("a")))).toBe("3");
});

test("evicts the least recently used script if all scripts together use too much memory", {
  tags: ["night"],
}, async () => {
  const { runner } = await open({ maxTotalBytes: 120 * 1024 * 1024 });
  const hold = (name: string) =>
    fetchScript(
      name,
      "return new Response(String(held.length));",
      "const held = new Uint8Array(60 * 2 ** 20).fill(1);",
    );
  await post(runner, hold("first"));
  await post(runner, hold("second"));
  await expect.poll(async () => sandboxesOf(await runner.status(), "first")).toEqual([]);
  expect((await runner.status()).memoryEvictions).toBeGreaterThan(0);
  expect(textOf(await post(runner, hold("first")))).toBe(String(60 * 2 ** 20));
});

test("killing the runner kills its sandboxes; the next request restarts it", async () => {
  const { runner } = await open();
  await post(runner, counter("kept"));
  const status = await runner.status();
  const [sandbox = 0] = sandboxesOf(status, "kept");
  expect(isRunning(sandbox)).toBe(true);
  const cutOff = post(
    runner,
    fetchScript("slow", `await scheduler.wait(20_000); return new Response("late");`),
  );
  await expect.poll(async () => sandboxesOf(await runner.status(), "slow").length).toBe(1);
  process.kill(status.processId ?? 0, "SIGKILL");
  // Our own failure: it doesn't count against the script, and the request is resent.
  expect((await cutOff).result).toMatchObject({
    errorCode: "aborted",
    errorMessage: expect.stringContaining("ended unexpectedly"),
  });
  await expect.poll(() => isRunning(sandbox)).toBe(false);
  await expect.poll(async () => textOf(await post(runner, counter("kept")))).toBe("1");
  expect((await runner.status()).processId).not.toBe(status.processId);
});

interface Server {
  readonly child: ChildProcess;
  readonly printed: { readonly processIds: readonly number[]; readonly capabilities: RunnerCapabilities };
}

/** Starts a server that runs a script, in a separate process. */
async function startServer(command: readonly string[]): Promise<Server> {
  const directory = await mkdtemp(join(tmpdir(), "server-"));
  const fixture = join(import.meta.dirname, "server.fixture.ts");
  const [program, ...args] = [
    ...command,
    process.execPath,
    "--conditions=@plugboard/source",
    fixture,
    directory,
  ];
  const child = spawn(program, args);
  cleanups.push(async () => {
    child.kill("SIGKILL");
    await rm(directory, { recursive: true, force: true });
  });
  const output = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (chunk) => resolve(String(chunk)));
    child.once("close", (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  return { child, printed: JSON.parse(output) };
}

test("killing a server leaves no processes or files behind", { tags: ["night"] }, async () => {
  const { child, printed } = await startServer([]);
  expect(printed.processIds.map(isRunning)).toEqual([true, true]);
  child.kill("SIGKILL");
  await expect.poll(() => printed.processIds.map(isRunning)).toEqual([false, false]);
});

test("a machine without namespaces still runs scripts and reports the gap", { tags: ["night"] }, async () => {
  const { runner } = await open();
  const { namespaces } = await runner.capabilities();
  // Enter a namespace in which no more namespaces can be created. If that fails, this machine doesn't support
  // namespaces.
  const without = ["unshare", "--user", "--map-root-user", "/bin/sh", "-c"];
  const script = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"';
  const { printed } = await startServer(namespaces ? [...without, script, "server"] : []);
  expect(printed.capabilities).toMatchObject({ namespaces: false });
  expect(printed.capabilities.gaps.join("\n")).toMatch(/no network namespace/);
});

test("closing waits for work in progress; requests after that fail", async () => {
  const world = await openTestRunner();
  const slow = fetchScript(
    "slow",
    `await new Promise((resolve) => setTimeout(resolve, 300)); return new Response("done");`,
  );
  await world.runner.describe(slow, patience);
  const begun = post(world.runner, slow);
  await expect
    .poll(async () => (await world.runner.status()).scripts[0]?.sandboxes[0]?.requestsInFlight)
    .toBe(1);
  await world.close();
  expect(textOf(await begun)).toBe("done");
  expect((await post(world.runner, slow)).result).toMatchObject({ errorCode: "aborted" });
});

test("sandboxes are isolated as reported, and gaps are listed", async () => {
  const { runner } = await open();
  const { gaps, ...contained } = await runner.capabilities();
  expect(gaps).toHaveLength(Object.values(contained).filter((has) => !has).length);
  await post(runner, counter("apart"));
  const [sandbox = 0] = sandboxesOf(await runner.status(), "apart");
  // Only Linux exposes the isolation of a process.
  const proc = (path: string): string => `/proc/${sandbox}/${path}`;
  const isLinux = existsSync(proc("status"));
  const isolation = isLinux && {
    ownUser: /^Uid:\s+65534\s/m.test(readFileSync(proc("status"), "utf8")),
    namespaces: ["net", "user", "ipc"].every(
      (name) => readlinkSync(proc(`ns/${name}`)) !== readlinkSync(`/proc/self/ns/${name}`),
    ),
    noNewPrivileges: /^NoNewPrivs:\s+1$/m.test(readFileSync(proc("status"), "utf8")),
    systemCallFilter: /^Seccomp:\s+2$/m.test(readFileSync(proc("status"), "utf8")),
    memoryLimit: !/^Max data size\s+unlimited/m.test(readFileSync(proc("limits"), "utf8")),
  };
  expect(isolation).toEqual(isLinux && contained);
});

test("leaves only the bundle of a script on disk", async () => {
  const { runner } = await open();
  await post(runner, counter("tidy"));
  const [sandbox = 0] = sandboxesOf(await runner.status(), "tidy");
  const socket = readFileSync(`/proc/${sandbox}/cmdline`, "utf8").match(/dispatch=unix:([^\0]+)/)?.[1] ?? "";
  const runDirectory = dirname(dirname(socket));
  expect(existsSync(runDirectory)).toBe(true);
  await runner.close();
  expect(existsSync(runDirectory)).toBe(false);
});
