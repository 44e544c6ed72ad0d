import type { ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import type { DeliveryStore } from "../../store/delivery-store.ts";
import { type CrashProcess, followCrashProcess } from "./crash-process.ts";
import type { CrashReceiver } from "./crash-receiver.ts";

/** Options for `runCrashSuite`. */
export interface CrashSuiteOptions {
  readonly name: string;
  /** The number of times the process is killed. */
  readonly strikes: number;
  /**
   * Starts the process under test, with its standard output as a pipe. Under load it enqueues events and
   * sends them; otherwise it only sends the remaining ones. It prints `ready` once it is running, and
   * `accepted <event id>` when an event is durable.
   */
  readonly spawn: (underLoad: boolean) => ChildProcess;
  /**
   * Replaces the kill, so the process keeps running. The returned function is called once the deliveries in
   * flight have been recorded; everything can stay suspended until then.
   */
  readonly strike?: () => Promise<(() => void) | void>;
  /** A store on the same database, for reading. */
  readonly store: DeliveryStore;
  readonly receiver: CrashReceiver;
  /** Returns a number from 0 to below 1. Defaults to `Math.random`. */
  readonly random?: () => number;
}

/** The results of a crash suite. */
export interface CrashReport {
  readonly name: string;
  readonly strikes: number;
  /** Events the process reported as accepted. */
  readonly accepted: number;
  /** Accepted events that never arrived. */
  readonly lost: number;
  /** Deliveries in flight at a strike, summed over all strikes. */
  readonly inFlight: number;
  /** Arrivals beyond the first. */
  readonly duplicates: number;
  /** Duplicates of deliveries that were not in flight at a strike. */
  readonly unexplained: number;
  /** Processes that exited unexpectedly. */
  readonly died: number;
}

const maxCalmMilliseconds = 400;

/**
 * Strikes a process under load at random instants, lets it finish, and compares the accepted events with the
 * received ones.
 *
 * @example
 * ```ts
 * import { spawn } from "node:child_process";
 * import { DatabaseSync } from "node:sqlite";
 * import { createSqliteDeliveryStore } from "@plugboard/webhook-delivery/sqlite";
 * import { runCrashSuite, startCrashReceiver } from "@plugboard/webhook-delivery/testing";
 *
 * const receiver = await startCrashReceiver();
 * const { lost } = await runCrashSuite({
 *   name: "my worker",
 *   strikes: 10,
 *   spawn: (underLoad) =>
 *     spawn(process.execPath, ["worker.js", receiver.url, String(underLoad)], { stdio: ["ignore", "pipe", "inherit"] }),
 *   store: createSqliteDeliveryStore(new DatabaseSync("webhooks.db")),
 *   receiver,
 * });
 * if (lost > 0) throw new Error(`${lost} accepted events never arrived`);
 * ```
 */
export async function runCrashSuite(options: CrashSuiteOptions): Promise<CrashReport> {
  const { name, strikes, spawn, strike, store, receiver, random = Math.random } = options;
  const accepted = new Set<string>();
  const struck = new Map<string, number>();
  const processes: CrashProcess[] = [];

  async function start(underLoad: boolean): Promise<CrashProcess> {
    const process = followCrashProcess(spawn(underLoad), (eventId) => accepted.add(eventId));
    processes.push(process);
    await process.ready;
    return process;
  }

  async function noteInFlight(): Promise<void> {
    for (const eventId of await listSending(store)) struck.set(eventId, (struck.get(eventId) ?? 0) + 1);
  }

  const survivor = strike === undefined ? undefined : await start(true);
  for (let count = 0; count < strikes; count += 1) {
    const process = survivor ?? (await start(true));
    await delay(random() * maxCalmMilliseconds);
    const goOn = strike === undefined ? await process.end("SIGKILL") : await strike();
    await noteInFlight();
    goOn?.();
  }
  await survivor?.end("SIGTERM");
  const last = await start(false);
  while (await hasOpenDeliveries(store)) await delay(20);
  await last.end("SIGTERM");

  const died = processes.filter((process) => process.hasDied()).length;
  return { name, strikes, ...compare(accepted, receiver.accepted, struck), died };
}

function compare(
  accepted: ReadonlySet<string>,
  arrived: ReadonlyMap<string, number>,
  struck: ReadonlyMap<string, number>,
): Omit<CrashReport, "name" | "strikes" | "died"> {
  const extras = [...arrived].map(([eventId, times]) => ({ eventId, extra: times - 1 }));
  return {
    accepted: accepted.size,
    lost: [...accepted].filter((eventId) => !arrived.has(eventId)).length,
    inFlight: [...struck.values()].reduce((sum, times) => sum + times, 0),
    duplicates: extras.reduce((sum, { extra }) => sum + extra, 0),
    unexplained: extras.reduce(
      (sum, { eventId, extra }) => sum + Math.max(0, extra - (struck.get(eventId) ?? 0)),
      0,
    ),
  };
}

async function listSending(store: DeliveryStore): Promise<string[]> {
  const eventIds: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.listDeliveries({
      states: ["sending"],
      limit: 1_000,
      cursor,
    });
    eventIds.push(...page.items.map(({ eventId }) => eventId));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return eventIds;
}

async function hasOpenDeliveries(store: DeliveryStore): Promise<boolean> {
  const { items } = await store.listDeliveries({ states: ["scheduled", "waiting", "sending"], limit: 1 });
  return items.length > 0;
}
