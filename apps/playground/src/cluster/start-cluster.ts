import { type ChildProcess, fork, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { balanceConnections } from "./balance-connections.ts";

/** A server process. */
export interface ClusterProcess {
  readonly role: "api" | "worker";
  readonly processId: number;
  /** Its own address, behind the balancer. */
  readonly url: string;
}

/** PostgreSQL and several server processes behind one address. */
export interface Cluster {
  readonly consoleUrl: string;
  readonly sitesUrl: string;
  readonly databaseUrl: string;
  readonly adminToken: string;
  readonly processes: readonly ClusterProcess[];
  /** Resolves once all server processes have exited. */
  readonly ended: Promise<unknown>;
  /** Finishes pending requests, stops all processes and deletes the data. */
  readonly stop: () => Promise<void>;
}

export interface ClusterOptions {
  /** The balancer's port; 0 selects a free one. */
  readonly port: number;
  readonly roles?: readonly ClusterProcess["role"][];
  /** Called with error logs of the processes, and when a process exits. */
  readonly onLine?: (line: string) => void;
}

const lineSchema = z.looseObject({ level: z.number(), msg: z.string() });
const errorLevel = 50;

interface Started extends ClusterProcess {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown>;
}

/** Starts a cluster. Stopping it deletes its data. */
export async function startCluster({
  port,
  roles = ["api", "api", "worker", "worker"],
  onLine = () => {},
}: ClusterOptions): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), "plugboard-cluster-"));
  const adminToken = `admin_${randomBytes(18).toString("base64url")}`;
  const balancer = await balanceConnections(port);
  const postgres = fork(moduleBeside("postgres-process"), { detached: true, stdio: "ignore" });
  const started: Started[] = [];
  const stop = async (): Promise<void> => {
    balancer.close();
    for (const { child } of started) child.kill("SIGTERM");
    await Promise.all(started.map(({ exited }) => exited));
    // Resolves immediately if PostgreSQL failed to start.
    const ended = postgres.exitCode === null ? once(postgres, "exit") : undefined;
    if (postgres.connected) postgres.disconnect();
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const [databaseUrl] = z.tuple([z.string(), z.unknown()]).parse(await firstOf(postgres, "message"));
    const urls = {
      consoleUrl: `http://127.0.0.1:${balancer.port}`,
      sitesUrl: `http://localhost:${balancer.port}`,
    };
    const env = {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PLUGBOARD_DATA_DIR: dataDir,
      PLUGBOARD_ADMIN_TOKEN: adminToken,
      PLUGBOARD_PUBLIC_URL: urls.consoleUrl,
      PLUGBOARD_SITES_URL: urls.sitesUrl,
      // The balancer.
      PLUGBOARD_TRUSTED_PROXIES: "127.0.0.1/32",
    };
    const start = async (role: ClusterProcess["role"]): Promise<void> => {
      const one = await startProcess(role, env, onLine);
      started.push(one);
    };
    // The first process creates the key and the tables.
    const [first = "api", ...others] = roles;
    await start(first);
    await Promise.all(others.map(start));
    balancer.setTargets(
      started.filter(({ role }) => role === "api").map(({ url }) => Number(new URL(url).port)),
    );
    return {
      ...urls,
      databaseUrl,
      adminToken,
      processes: started
        .map(({ role, processId, url }) => ({ role, processId, url }))
        .toSorted((a, b) => a.role.localeCompare(b.role)),
      ended: Promise.all(started.map(({ exited }) => exited)),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startProcess(
  role: ClusterProcess["role"],
  env: NodeJS.ProcessEnv,
  onLine: (line: string) => void,
): Promise<Started> {
  const main = fileURLToPath(import.meta.resolve("@plugboard/reference-server/main"));
  const child = spawn(
    process.execPath,
    [...process.execArgv, "--import", moduleBeside("../end-with-parent"), main],
    {
      stdio: ["ignore", "pipe", "inherit", "ipc"],
      env: { ...env, PLUGBOARD_ROLE: role, PORT: "0" },
    },
  );
  const exited = once(child, "exit").then(([code, signal]) =>
    onLine(`The ${role} ${child.pid} ended (${String(signal ?? code)}).`),
  );
  const listening = Promise.withResolvers<string>();
  if (child.stdout === null) throw new TypeError("a child with a piped stdout has an output");
  createInterface(child.stdout).on("line", (text) => {
    const line = lineSchema.parse(JSON.parse(text));
    if (line.level >= errorLevel) onLine(`${role} ${child.pid}: ${text}`);
    if (line.msg === "ready") listening.resolve(`http://127.0.0.1:${String(line["port"])}`);
  });
  const url = await Promise.race([listening.promise, exited]);
  if (url === undefined) throw new Error(`The ${role} process did not start. See its output above.`);
  return { role, processId: child.pid ?? 0, url, child, exited };
}

/** Resolves to the source or the built file, like this module. */
function moduleBeside(name: string): string {
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf("."));
  return fileURLToPath(new URL(`${name}${extension}`, import.meta.url));
}

/** Returns a child's first message. @throws Error if it exits first */
async function firstOf(child: ChildProcess, event: "message"): Promise<unknown[]> {
  const died = once(child, "exit").then(([code]) => {
    throw new Error(`PostgreSQL could not be started (${String(code)}).`);
  });
  return await Promise.race([once(child, event), died]);
}
