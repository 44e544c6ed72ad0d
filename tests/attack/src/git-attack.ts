import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { ApiRoute } from "@plugboard/api/client";
import * as contentRoutes from "@plugboard/content/routes";
import * as z from "zod";
import type { AttackReport } from "./attack-report.ts";
import { callOperation } from "./call-operation.ts";
import { findFreePort } from "../../http/src/find-free-port.ts";
import { startTarget } from "./start-target.ts";

const mebibyte = 1024 * 1024;
const maxSeconds = 60;
const maxServerMebibytes = 128;
// Git's memory limit, plus memory that the kernel counts outside its address space.
const maxGitMebibytes = 1100;

const listSchema = z.looseObject({ items: z.array(z.looseObject({ id: z.string() })) });
const syncSchema = z.looseObject({
  state: z.string(),
  lastSync: z.looseObject({ state: z.string() }).optional(),
});

/** A bare repository. */
interface Repository {
  /** Stores an object. @returns its ID */
  readonly store: (type: "blob" | "tree", parts: Iterable<Uint8Array | string>) => Promise<string>;
}

type Entry = readonly [mode: "040000" | "100644", name: string, id: string];

function* toTree(entries: Iterable<Entry>): Generator<Uint8Array> {
  let parts: Buffer[] = [];
  for (const [mode, name, id] of entries) {
    parts.push(Buffer.from(`${mode.replace(/^0/, "")} ${name}\0`), Buffer.from(id, "hex"));
    if (parts.length < 10_000) continue;
    yield Buffer.concat(parts);
    parts = [];
  }
  yield Buffer.concat(parts);
}

function* range<Result>(count: number, make: (index: number) => Result): Generator<Result> {
  for (let index = 0; index < count; index += 1) yield make(index);
}

const nameOf = (index: number): string => String(index).padStart(8, "0");

/** Small repositories that grow when they are read. Each function returns the root tree. */
const bombs: Readonly<Record<string, (repository: Repository) => Promise<string>>> = {
  "a tree object of 360 MB": async ({ store }) => {
    const id = await store("blob", ["x"]);
    const padding = "n".repeat(200);
    return await store(
      "tree",
      toTree(range(1_530_000, (index) => ["100644", `${nameOf(index)}${padding}`, id])),
    );
  },
  "a billion files in trees of ten": async ({ store }) => {
    let entry: readonly [Entry[0], string] = ["100644", await store("blob", ["x"])];
    for (let level = 0; level < 9; level += 1) {
      const [mode, id] = entry;
      entry = ["040000", await store("tree", toTree(range(10, (index) => [mode, nameOf(index), id])))];
    }
    return entry[1];
  },
  "one file of 1 MB under 4,900 names": async ({ store }) => {
    const id = await store("blob", ["a".repeat(999_999)]);
    return await store("tree", toTree(range(4900, (index) => ["100644", `${nameOf(index)}.md`, id])));
  },
};

/**
 * Syncs spaces with repositories designed to exhaust the server, which must reject them within its limits.
 */
export async function attackWithRepositories(): Promise<AttackReport> {
  const folder = await mkdtemp(join(tmpdir(), "git-attack-"));
  const temporary = join(folder, "temporary");
  await mkdir(temporary);
  const target = await startTarget(await findFreePort(), { PLUGBOARD_GIT: "files", TMPDIR: temporary });
  const call = async (route: ApiRoute, params: Readonly<Record<string, string>> = {}, body?: object) => {
    const response = await callOperation(target, route, params, body);
    if (response.status >= 400) throw new Error(`${route.id}: ${response.status} ${response.body}`);
    return response.body;
  };
  const breaches: string[] = [];
  const figures: string[] = [];
  try {
    const [space] = listSchema.parse(JSON.parse(await call(contentRoutes.listSpaces))).items;
    const params = { spaceId: space?.id ?? "" };
    const idle = await peakOf(target.processId);
    for (const [name, make] of Object.entries(bombs)) {
      const remote = await createRepository(join(folder, nameOf(figures.length)), make);
      await call(contentRoutes.configureGitSync, params, { remote, direction: "import" });
      const start = performance.now();
      await call(contentRoutes.startGitSync, params, {});
      let [git, seconds] = [0, 0];
      let sync: z.infer<typeof syncSchema>;
      do {
        git = Math.max(git, await peakOfDescendants(target.processId));
        await delay(20);
        seconds = (performance.now() - start) / 1000;
        sync = syncSchema.parse(JSON.parse(await call(contentRoutes.getGitSync, params)));
      } while (sync.state !== "idle" && seconds < 2 * maxSeconds);
      const server = (await peakOf(target.processId)) - idle;
      figures.push(`${name}: ${seconds.toFixed(1)} s, Git ${git} MiB, server +${server} MiB`);
      if (sync.lastSync?.state !== "failure") breaches.push(`${name}: ${JSON.stringify(sync)}`);
      if (seconds > maxSeconds) breaches.push(`${name} took ${seconds.toFixed(1)} s`);
      if (git > maxGitMebibytes) breaches.push(`${name}: Git took ${git} MiB`);
      if (server > maxServerMebibytes) breaches.push(`${name}: the server took ${server} MiB`);
      const left = (await readdir(temporary)).filter((each) => each.startsWith("plugboard-git-"));
      if (left.length > 0) breaches.push(`${name} left ${left.join(", ")}`);
      await call(contentRoutes.deleteGitSync, params);
    }
    if (!target.isAlive()) breaches.push("the server has ended");
    return {
      name: "repositories that expand",
      cases: Object.keys(bombs).length,
      breaches,
      figures: figures.join("; "),
    };
  } finally {
    await target.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the URL of a new repository with one commit. */
async function createRepository(
  folder: string,
  make: (repository: Repository) => Promise<string>,
): Promise<string> {
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b.example", ...args], { encoding: "utf8" });
  git("init", "--quiet", "--bare", "--initial-branch=main", folder);
  const inside = ["--git-dir", folder] as const;
  const store: Repository["store"] = async (type, parts) => {
    const args = [...inside, "hash-object", "-t", type, "-w", "--stdin"];
    const child = spawn("git", args, { stdio: ["pipe", "pipe", "inherit"] });
    const [id] = await Promise.all([text(child.stdout), pipeline(Readable.from(parts), child.stdin)]);
    if (child.exitCode === null) await once(child, "exit");
    return id.trim();
  };
  const tree = await make({ store });
  const commit = git(...inside, "commit-tree", tree, "-m", "x").trim();
  git(...inside, "update-ref", "refs/heads/main", commit);
  // With a bitmap, the remote sends the pack as it is, without reading the trees.
  git(...inside, "repack", "-a", "-d", "-b", "--quiet");
  return `file://${folder}`;
}

/** Returns the peak memory of a process (MiB); 0 if the system doesn't report it. */
async function peakOf(processId: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, "utf8").catch(() => "");
  return Math.round((Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024) / mebibyte);
}

/** Returns the highest peak memory among a process's descendants (MiB). */
async function peakOfDescendants(processId: number | undefined): Promise<number> {
  const threads = await readdir(`/proc/${processId}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((id) => readFile(`/proc/${processId}/task/${id}/children`, "utf8").catch(() => "")),
  );
  const children = lists.flatMap((list) =>
    list
      .split(" ")
      .filter((id) => id !== "")
      .map(Number),
  );
  const peaks = await Promise.all(
    children.map(async (id) => Math.max(await peakOf(id), await peakOfDescendants(id))),
  );
  return Math.max(0, ...peaks);
}
