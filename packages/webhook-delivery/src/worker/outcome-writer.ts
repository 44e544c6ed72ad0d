import type { AttemptRecord } from "../store/delivery-queue.ts";
import { createAlarm, retryUntilDone } from "./waiting.ts";

/** Options for `createOutcomeWriter`. */
export interface OutcomeWriterOptions {
  readonly write: (records: readonly AttemptRecord[]) => Promise<void>;
  /** Called after each batch, when `unwritten` no longer counts it. */
  readonly written: (records: readonly AttemptRecord[]) => void;
  /** The number of records to write without waiting for more, and the maximum to write at once. */
  readonly batch: number;
  /**
   * How long the first record of a batch waits for others (ms): ten times the duration of the last batch,
   * within these limits. A commit costs about the same for one record as for many, so slow disks get fewer,
   * larger batches.
   */
  readonly lingerMilliseconds: { readonly min: number; readonly max: number };
  readonly onError: (error: unknown) => void;
}

/** Writes finished attempts, many per transaction. */
export interface OutcomeWriter {
  /** Records not written yet. */
  readonly unwritten: number;
  /** Adds a record. Urgent ones are written without waiting. */
  add(record: AttemptRecord, isUrgent: boolean): void;
  /** Resolves when everything is written. */
  drain(): Promise<void>;
  /** Stops retrying failed writes. */
  giveUp(): void;
}

/** Creates an outcome writer. It keeps records it could not write and retries with growing pauses. */
export function createOutcomeWriter(options: OutcomeWriterOptions): OutcomeWriter {
  const { write, written, batch, lingerMilliseconds, onError } = options;
  const gathered: AttemptRecord[] = [];
  let inWrite = 0;
  let running = false;
  let isOverdue = false;
  let lastRun: Promise<void> = Promise.resolve();
  const ending = new AbortController();
  const { signal } = ending;
  let linger = lingerMilliseconds.min;
  const alarm = createAlarm(flush);

  /** Writes everything gathered, even less than a batch. */
  function flush(): void {
    if (gathered.length === 0) return;
    isOverdue = true;
    start();
  }

  function start(): void {
    if (running) return;
    running = true;
    lastRun = run();
  }

  async function run(): Promise<void> {
    while (gathered.length > 0 && (isOverdue || gathered.length >= batch) && !signal.aborted) {
      alarm.clear();
      const records = gathered.splice(0, batch);
      if (gathered.length === 0) isOverdue = false;
      inWrite = records.length;
      const startedAt = performance.now();
      await retryUntilDone(() => write(records), onError, signal);
      const wanted = 10 * (performance.now() - startedAt);
      linger = Math.min(Math.max(wanted, lingerMilliseconds.min), lingerMilliseconds.max);
      inWrite = 0;
      written(records);
    }
    running = false;
    if (gathered.length > 0 && !signal.aborted) alarm.setWithin(linger);
  }

  return {
    get unwritten() {
      return gathered.length + inWrite;
    },
    add(record, isUrgent) {
      gathered.push(record);
      if (isUrgent) flush();
      else if (gathered.length >= batch) start();
      else alarm.setWithin(linger);
    },
    async drain() {
      do {
        flush();
        await lastRun;
      } while (gathered.length > 0 && !signal.aborted);
    },
    giveUp() {
      ending.abort();
    },
  };
}
