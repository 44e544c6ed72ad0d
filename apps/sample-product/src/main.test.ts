import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ApiRoute } from "@plugboard/api/client";
import {
  createApiKey,
  createEmbedToken,
  getEmbedSession,
  getSession,
  listOrganizations,
  revokeEmbedToken,
} from "@plugboard/api/routes";
import { atNight, createTestDatabase } from "@plugboard/test-postgres";
import { afterEach, expect, it } from "vitest";
import * as z from "zod";

const started: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), "tracker-"));
afterEach(() => {
  for (const process of started.splice(0)) process.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const idSchema = z.object({ id: z.string() });
const tokenSchema = z.object({ token: z.string() });
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
  return {
    exited: once(child, "exit"),
    kill: (signal: "SIGTERM" | "SIGKILL") => child.kill(signal),
    printed: () => printed,
  };
}

async function startTracker(database: Readonly<Record<string, string>>) {
  const tracker = start({ PORT: "0", TRACKER_KEY: key, ...database });
  // The start takes 4 s of processor time, and much longer on a busy machine.
  await expect.poll(tracker.printed, { timeout: 90_000 }).toContain("Status page:");
  const [, url = ""] = /runs at (\S+)\./.exec(tracker.printed()) ?? [];
  const [, project = ""] = /Project: +(\S+)/.exec(tracker.printed()) ?? [];
  const headers = { "content-type": "application/json", origin: url };
  const body = JSON.stringify({ email: "ada@example.com", password: "tracker" });
  const signedIn = await fetch(`${url}/sign-in`, { method: "POST", headers, body });
  const cookie = /session=[\w-]+/.exec(signedIn.headers.get("set-cookie") ?? "")?.[0] ?? "";
  const issues = `${url}/v1/projects/${project}/issues`;
  let organizationId = "";
  const call = async (
    { id, method, path }: Pick<ApiRoute, "id" | "method" | "path">,
    token: string | undefined,
    sent?: object,
  ): Promise<unknown> => {
    const response = await fetch(`${url}/v1${path.replace("{organizationId}", organizationId)}`, {
      method,
      headers: { ...headers, ...(token === undefined ? { cookie } : { authorization: `Bearer ${token}` }) },
      body: sent === undefined ? null : JSON.stringify(sent),
    });
    if (!response.ok) throw new Error(`${id} got ${response.status}`);
    return response.status === 204 ? undefined : await response.json();
  };
  const organizations = z
    .object({ items: z.array(idSchema) })
    .parse(await call(listOrganizations, undefined));
  organizationId = organizations.items[0]?.id ?? "";
  return {
    ...tracker,
    project,
    createKey: async () =>
      tokenSchema.parse(await call(createApiKey, undefined, { name: "Host", role: "admin" })).token,
    /** Creates an embed token. */
    createToken: async (apiKey: string): Promise<string> => {
      const { person } = z.object({ person: idSchema }).parse(await call(getSession, undefined));
      const part = { part: "marketplace", userId: person.id, origins: ["https://app.example.com"] };
      return tokenSchema.parse(await call(createEmbedToken, apiKey, part)).token;
    },
    revokeToken: async (apiKey: string, token: string): Promise<void> => {
      await call(revokeEmbedToken, apiKey, { token });
    },
    isAccepted: async (token: string): Promise<boolean> => {
      const bearer = { authorization: `Bearer ${token}` };
      return (await fetch(`${url}/v1${getEmbedSession.path}`, { headers: bearer })).ok;
    },
    /** Opens an issue, which an integration then labels. */
    openIssue: async (): Promise<string> => {
      const opened = await fetch(issues, {
        method: "POST",
        headers: { ...headers, cookie },
        body: JSON.stringify({ title: "Login fails" }),
      });
      return z.object({ id: z.string() }).parse(await opened.json()).id;
    },
    readLabels: async (id: string): Promise<readonly string[]> => {
      const read = await fetch(`${issues}/${id}`, { headers: { cookie } });
      return z.object({ labels: z.array(z.string()) }).parse(await read.json()).labels;
    },
  };
}

it("keeps its project, and runs its integrations again after a restart", { timeout: 240_000 }, async () => {
  const first = await startTracker({ DATA_DIR: folder });
  const opened = await first.openIssue();
  await expect.poll(() => first.readLabels(opened), { timeout: 20_000 }).toEqual(["bug"]);
  first.kill("SIGTERM");
  await first.exited;

  const second = await startTracker({ DATA_DIR: folder });
  expect(second.project).toBe(first.project);
  const again = await second.openIssue();
  await expect.poll(() => second.readLabels(again), { timeout: 20_000 }).toEqual(["bug"]);
});

it.each(atNight("SQLite", "PostgreSQL"))(
  "loses no event, and accepts no revoked embed token, on %s when it is killed under load",
  { timeout: 300_000 },
  async (kind) => {
    const database = kind === "SQLite" ? { DATA_DIR: folder } : { DATABASE_URL: await createTestDatabase() };
    const accepted: string[] = [];
    const [kept, revoked]: [string[], string[]] = [[], []];
    let apiKey: string | undefined;
    for (let strike = 1; strike <= 2; strike += 1) {
      const tracker = await startTracker(database);
      const openUntilKilled = async (): Promise<void> => {
        for (;;) accepted.push(await tracker.openIssue());
      };
      const hostKey = (apiKey ??= await tracker.createKey());
      const revokeUntilKilled = async (): Promise<void> => {
        for (;;) {
          kept.push(await tracker.createToken(hostKey));
          const token = await tracker.createToken(hostKey);
          await tracker.revokeToken(hostKey, token);
          revoked.push(token);
        }
      };
      const senders = [openUntilKilled(), openUntilKilled(), openUntilKilled(), revokeUntilKilled()];
      const ended = Promise.allSettled(senders);
      await expect.poll(() => accepted.length, { interval: 5 }).toBeGreaterThan(strike * 15);
      await expect.poll(() => revoked.length, { interval: 5 }).toBeGreaterThan(strike * 3);
      tracker.kill("SIGKILL");
      await ended;
    }
    const tracker = await startTracker(database);
    const unlabeled = async (): Promise<readonly string[]> => {
      const labels = await Promise.all(accepted.map(tracker.readLabels));
      return accepted.filter((_, index) => !labels[index]?.includes("bug"));
    };
    const areAccepted = async (tokens: readonly string[]) =>
      new Set(await Promise.all(tokens.map(tracker.isAccepted)));
    expect([await areAccepted(kept), await areAccepted(revoked)]).toEqual([
      new Set([true]),
      new Set([false]),
    ]);
    // Deliveries in flight are sent again when their lease ends.
    await expect.poll(unlabeled, { timeout: 120_000, interval: 1000 }).toEqual([]);
  },
);

it("says which setting is wrong, and ends", async () => {
  const tracker = start({ PORT: "abc" });
  expect(await tracker.exited).toEqual([1, null]);
  expect(tracker.printed()).toBe("PORT must be a number from 0 to 65535.\n");
});
