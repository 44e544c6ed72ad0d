import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import * as z from "zod";

const started: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), "tracker-"));
afterEach(() => {
  for (const process of started.splice(0)) process.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const key = Buffer.alloc(32, 7).toString("base64");

function start(env: Readonly<Record<string, string>>) {
  const main = fileURLToPath(new URL("main.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=@plugboard/source", main], {
    env: { ...process.env, ...env },
  });
  started.push(child);
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += String(chunk)));
  child.stderr.on("data", (chunk) => (printed += String(chunk)));
  return { exited: once(child, "exit"), kill: () => child.kill("SIGTERM"), printed: () => printed };
}

async function startTracker() {
  const tracker = start({ PORT: "0", DATA_DIR: folder, TRACKER_KEY: key });
  // The start takes 4 s of processor time, and much longer on a busy machine.
  await expect.poll(tracker.printed, { timeout: 90_000 }).toContain("Status page:");
  const [, url = ""] = /runs at (\S+)\./.exec(tracker.printed()) ?? [];
  const [, project = ""] = /Project: +(\S+)/.exec(tracker.printed()) ?? [];
  return { ...tracker, url, project };
}

async function openIssue(url: string, project: string): Promise<() => Promise<unknown>> {
  const headers = { "content-type": "application/json", origin: url };
  const body = JSON.stringify({ email: "ada@example.com", password: "tracker" });
  const signedIn = await fetch(`${url}/sign-in`, { method: "POST", headers, body });
  const cookie = /session=[\w-]+/.exec(signedIn.headers.get("set-cookie") ?? "")?.[0] ?? "";
  const issues = `${url}/v1/projects/${project}/issues`;
  const opened = await fetch(issues, {
    method: "POST",
    headers: { ...headers, cookie },
    body: JSON.stringify({ title: "Login fails" }),
  });
  const { id } = z.object({ id: z.string() }).parse(await opened.json());
  return async () =>
    z
      .object({ labels: z.array(z.string()) })
      .parse(await (await fetch(`${issues}/${id}`, { headers: { cookie } })).json()).labels;
}

it("keeps its project, and runs its integrations again after a restart", { timeout: 240_000 }, async () => {
  const first = await startTracker();
  const labels = await openIssue(first.url, first.project);
  await expect.poll(labels, { timeout: 20_000 }).toEqual(["bug"]);
  first.kill();
  await first.exited;

  const second = await startTracker();
  expect(second.project).toBe(first.project);
  const again = await openIssue(second.url, second.project);
  await expect.poll(again, { timeout: 20_000 }).toEqual(["bug"]);
});

it.each([
  [{ PORT: "abc" }, "PORT must be a number from 0 to 65535."],
  [{ PORT: "0", DATA_DIR: folder }, "Set TRACKER_KEY to 32 bytes in base64"],
  [{ PORT: "0", TRACKER_KEY: "AAAA" }, "Set TRACKER_KEY to 32 bytes in base64"],
])("says which setting is wrong: %o", async (env, message) => {
  const tracker = start(env);
  expect(await tracker.exited).toEqual([1, null]);
  expect(tracker.printed()).toContain(message);
});
