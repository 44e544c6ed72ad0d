import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type PostgresServer, startPostgres } from "@plugboard/test-postgres";
import {
  type CrashReport,
  type CrashSuiteOptions,
  runCrashSuite,
  startCrashReceiver,
} from "@plugboard/webhook-delivery/testing";
import { openStore } from "./open-store.ts";
import type { SubjectOptions } from "./subject-options.ts";

const subject = fileURLToPath(new URL("subject.ts", import.meta.url));

/** Kills a process on SQLite, over and over. */
export async function killOnSqlite(strikes: number): Promise<CrashReport> {
  const folder = await mkdtemp(join(tmpdir(), "crash-"));
  const report = await runSuite(
    { sqliteFile: join(folder, "deliveries.db") },
    { name: "SQLite, process killed", strikes, leaseMilliseconds: 300 },
  );
  await rm(folder, { recursive: true });
  return report;
}

/** Kills a process on PostgreSQL, over and over. */
export async function killOnPostgres(strikes: number): Promise<CrashReport> {
  const server = await startPostgres();
  const postgresUrl = await server.createDatabase("crash");
  const report = await runSuite(
    { postgresUrl },
    { name: "PostgreSQL, process killed", strikes, leaseMilliseconds: 300 },
  );
  await server.remove();
  return report;
}

/** Stops and starts PostgreSQL under a process that lives on. */
export async function restartPostgres(strikes: number): Promise<CrashReport> {
  return await strikePostgres("restarted", strikes, (server) => server.stop());
}

/**
 * Kills PostgreSQL under a process that lives on. It may lose claims, whose commits wait for no disk: what was being sent then is
 * due again, and a duplicate of it is not explained by what is found to be in flight.
 */
export async function killPostgres(strikes: number): Promise<CrashReport> {
  return await strikePostgres("killed", strikes, (server) => server.kill());
}

async function strikePostgres(
  word: string,
  strikes: number,
  end: (server: PostgresServer) => Promise<void>,
): Promise<CrashReport> {
  const server = await startPostgres();
  const postgresUrl = await server.createDatabase("crash");
  const report = await runSuite(
    { postgresUrl },
    {
      name: `PostgreSQL, server ${word}`,
      strikes,
      leaseMilliseconds: 30_000,
      async strike() {
        await end(server);
        await server.start();
        await delay(200);
      },
    },
  );
  await server.remove();
  return report;
}

/** Kills the process that runs published scripts, under a server that lives on. */
export async function killScriptRunner(strikes: number): Promise<CrashReport> {
  const folder = await mkdtemp(join(tmpdir(), "crash-"));
  const runnerIds: number[] = [];
  const report = await runSuite(
    { sqliteFile: join(folder, "deliveries.db") },
    {
      name: "scripts, runner killed",
      strikes,
      leaseMilliseconds: 2_000,
      viaScript: true,
      onSpawn: (child) => {
        child.stdout?.on("data", (chunk: Buffer) => {
          for (const [, id] of String(chunk).matchAll(/^runner (\d+)$/gm)) runnerIds.push(Number(id));
        });
      },
      strike: async () => {
        while (runnerIds.length === 0) await delay(10);
        const struckId = runnerIds.splice(0).at(-1) ?? 0;
        // What is in flight stays so until it is noted: everything that scripts send and respond goes through this process.
        process.kill(struckId, "SIGSTOP");
        await delay(100);
        return () => process.kill(struckId, "SIGKILL");
      },
    },
  );
  await rm(folder, { recursive: true });
  return report;
}

interface SuiteParts extends Pick<CrashSuiteOptions, "name" | "strikes" | "strike"> {
  readonly leaseMilliseconds: number;
  readonly viaScript?: boolean | undefined;
  readonly onSpawn?: ((child: ChildProcess) => void) | undefined;
}

async function runSuite(
  where: SubjectOptions["store"],
  { leaseMilliseconds, viaScript, onSpawn = () => {}, ...suite }: SuiteParts,
): Promise<CrashReport> {
  const receiver = await startCrashReceiver();
  const { store, close } = openStore(where);
  await store.migrate();
  const report = await runCrashSuite({
    ...suite,
    store,
    receiver,
    spawn(underLoad) {
      const options: SubjectOptions = {
        store: where,
        receiverUrl: receiver.url,
        viaScript,
        underLoad,
        leaseMilliseconds,
      };
      const flags = ["--conditions=@plugboard/source", subject, JSON.stringify(options)];
      const child = spawn(process.execPath, flags, { stdio: ["pipe", "pipe", "inherit"] });
      onSpawn(child);
      return child;
    },
  });
  await close();
  await receiver.close();
  return report;
}
