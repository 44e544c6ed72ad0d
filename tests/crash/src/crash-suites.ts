import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startPostgres } from "@plugboard/test-postgres";
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
  const server = await startPostgres();
  const postgresUrl = await server.createDatabase("crash");
  const report = await runSuite(
    { postgresUrl },
    {
      name: "PostgreSQL, server restarted",
      strikes,
      leaseMilliseconds: 30_000,
      async strike() {
        await server.stop();
        await server.start();
        await delay(200);
      },
    },
  );
  await server.remove();
  return report;
}

async function runSuite(
  where: SubjectOptions["store"],
  {
    leaseMilliseconds,
    ...suite
  }: Pick<CrashSuiteOptions, "name" | "strikes" | "strike"> & { leaseMilliseconds: number },
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
        underLoad,
        leaseMilliseconds,
      };
      const flags = ["--conditions=@plugboard/source", subject, JSON.stringify(options)];
      return spawn(process.execPath, flags, { stdio: ["pipe", "pipe", "inherit"] });
    },
  });
  await close();
  await receiver.close();
  return report;
}
