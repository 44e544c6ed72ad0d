import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createDeliveryWorker } from "@plugboard/webhook-delivery";
import { type PostgresServer, startPostgres } from "@plugboard/test-postgres";
import {
  type CrashReport,
  type CrashSuiteOptions,
  runCrashSuite,
  startCrashReceiver,
} from "@plugboard/webhook-delivery/testing";
import { findProblems } from "./find-problems.ts";
import { openStore } from "./open-store.ts";
import { startConsumers } from "./start-consumers.ts";
import type { SubjectOptions } from "./subject-options.ts";

const subject = fileURLToPath(new URL("subject.ts", import.meta.url));

/** The results of a suite, including those for polling consumers and other operations on events. */
export interface StrikeReport extends CrashReport {
  /** The number of polled events. */
  readonly polled: number;
  /** Wrong results of polls, and incomplete operations. */
  readonly problems: readonly string[];
}

/** Kills a process on SQLite repeatedly. */
export async function killOnSqlite(strikes: number): Promise<StrikeReport> {
  const folder = await mkdtemp(join(tmpdir(), "crash-"));
  const report = await runSuite(
    { sqliteFile: join(folder, "deliveries.db") },
    { name: "SQLite, process killed", strikes, hasBulk: true },
  );
  await rm(folder, { recursive: true });
  return report;
}

/** Kills a process on PostgreSQL repeatedly. */
export async function killOnPostgres(strikes: number): Promise<StrikeReport> {
  const server = await startPostgres();
  const postgresUrl = await server.createDatabase("crash");
  const report = await runSuite(
    { postgresUrl },
    { name: "PostgreSQL, process killed", strikes, hasBulk: true },
  );
  await server.remove();
  return report;
}

/**
 * Repeatedly kills a process of one group of tenants, while another group's worker is in the middle of a
 * request.
 */
export async function killGroup(strikes: number): Promise<StrikeReport> {
  const server = await startPostgres();
  const postgresUrl = await server.createDatabase("crash");
  const beside = await sendForever({ postgresUrl, schema: "group_2" });
  const report = await runSuite(
    { postgresUrl, schema: "group_1" },
    { name: "one group of two, process killed", strikes },
  );
  const problems = [...report.problems, ...(await beside.end())];
  await server.remove();
  return { ...report, problems };
}

/** Sends a delivery that gets no response, and checks that no other worker touches it. */
async function sendForever(
  where: SubjectOptions["store"],
): Promise<{ readonly end: () => Promise<string[]> }> {
  const { store, close } = openStore(where);
  await store.migrate();
  const { id } = await store.createEndpoint({
    url: "https://beside.example.com",
    eventTypes: [],
    secrets: [],
  });
  await store.enqueue([{ id: "beside", type: "page_feedback", body: "{}", endpointIds: [id] }]);
  const sending = Promise.withResolvers<void>();
  const worker = createDeliveryWorker({
    store,
    send: () => {
      sending.resolve();
      return new Promise(() => {});
    },
    drainMilliseconds: 1,
  });
  worker.start();
  await sending.promise;
  return {
    async end() {
      const { items } = await store.listDeliveries({});
      void worker.stop();
      await close();
      const found = items.map(
        ({ eventId, state, attempts }) => `${eventId} is ${state} after ${attempts} attempts`,
      );
      return found.filter((what) => what !== "beside is sending after 0 attempts");
    },
  };
}

/** Restarts PostgreSQL under a running process. */
export async function restartPostgres(strikes: number): Promise<StrikeReport> {
  return await strikePostgres("restarted", strikes, (server) => server.stop());
}

/**
 * Kills PostgreSQL under a running process. It may lose claims, whose commits aren't flushed to disk.
 * Deliveries in flight are then due again, so their duplicates aren't explained by the remaining claims.
 */
export async function killPostgres(strikes: number): Promise<StrikeReport> {
  return await strikePostgres("killed", strikes, (server) => server.kill());
}

async function strikePostgres(
  word: string,
  strikes: number,
  end: (server: PostgresServer) => Promise<void>,
): Promise<StrikeReport> {
  const server = await startPostgres();
  const postgresUrl = await server.createDatabase("crash");
  const report = await runSuite(
    { postgresUrl },
    {
      name: `PostgreSQL, server ${word}`,
      strikes,
      leaseMilliseconds: 30_000,
      async strike(child) {
        await end(server);
        // Reconnects fail for a while.
        await delay(100);
        // Freezes the deliveries in flight until they are recorded. Otherwise the process can record their
        // results first and send some of them again.
        child.kill("SIGSTOP");
        await server.start();
        return () => child.kill("SIGCONT");
      },
    },
  );
  await server.remove();
  return report;
}

/** Kills the process that runs published scripts, under a running server. */
export async function killScriptRunner(strikes: number): Promise<StrikeReport> {
  const folder = await mkdtemp(join(tmpdir(), "crash-"));
  const runnerIds: number[] = [];
  const report = await runSuite(
    { sqliteFile: join(folder, "deliveries.db") },
    {
      name: "scripts, runner killed",
      strikes,
      viaScript: true,
      onLine: (word, rest) => {
        if (word === "runner") runnerIds.push(Number(rest));
      },
      strike: async () => {
        while (runnerIds.length === 0) await delay(10);
        const struckId = runnerIds.splice(0).at(-1) ?? 0;
        // Freezes the requests in flight until they are recorded: all traffic of scripts goes through this
        // process.
        process.kill(struckId, "SIGSTOP");
        await delay(100);
        return () => process.kill(struckId, "SIGKILL");
      },
    },
  );
  await rm(folder, { recursive: true });
  return report;
}

interface SuiteParts extends Pick<CrashSuiteOptions, "name" | "strikes"> {
  /** Replaces the kill of the process, which it is called with. */
  readonly strike?: (child: ChildProcess) => ReturnType<NonNullable<CrashSuiteOptions["strike"]>>;
  /**
   * A new process waits this long for the deliveries of a killed one. Short leases run out in processes that a busy machine holds up,
   * which then send some deliveries again without a kill. Defaults to three seconds.
   */
  readonly leaseMilliseconds?: number;
  readonly viaScript?: SubjectOptions["viaScript"];
  readonly hasBulk?: SubjectOptions["hasBulk"];
  /** Called with the first word and the rest of each line that the process prints. */
  readonly onLine?: ((word: string, rest: string) => void) | undefined;
}

async function runSuite(
  where: SubjectOptions["store"],
  { leaseMilliseconds = 3_000, viaScript, hasBulk, strike, onLine = () => {}, ...suite }: SuiteParts,
): Promise<StrikeReport> {
  const receiver = await startCrashReceiver();
  const consumers = startConsumers();
  const { store, close } = openStore(where);
  await store.migrate();
  let latest: ChildProcess | undefined;
  const report = await runCrashSuite({
    ...suite,
    ...(strike !== undefined && { strike: async () => (latest === undefined ? undefined : strike(latest)) }),
    store,
    receiver: {
      ...receiver,
      get accepted() {
        return new Map([...receiver.accepted, ...consumers.ledger.order.map((id) => [id, 1] as const)]);
      },
    },
    spawn(underLoad) {
      const options: SubjectOptions = {
        store: where,
        receiverUrl: receiver.url,
        viaScript,
        hasBulk,
        underLoad,
        leaseMilliseconds,
      };
      const flags = ["--conditions=@plugboard/source", subject, JSON.stringify(options)];
      const child = spawn(process.execPath, flags, { stdio: ["pipe", "pipe", "inherit"] });
      latest = child;
      createInterface(child.stdout).on("line", (line) => {
        const [word = "", rest = ""] = line.split(" ");
        if (word === "polls") consumers.moveTo(rest);
        onLine(word, rest);
      });
      return child;
    },
  });
  await consumers.stop();
  const { order, problems } = consumers.ledger;
  const found = await findProblems(store, order);
  await close();
  await receiver.close();
  return { ...report, polled: order.length, problems: [...problems, ...found] };
}
