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
  let lastRun: Promise<void> = Promise.resolve();
  const ending = new AbortController();
  const { signal } = ending;
  let linger = lingerMilliseconds.min;
  const alarm = createAlarm(flush);

  function flush(): void {
    alarm.clear();
    if (gathered.length === 0 || running) return;
    running = true;
    lastRun = run();
  }

  async function run(): Promise<void> {
    while (gathered.length > 0 && !signal.aborted) {
      const records = gathered.splice(0, batch);
      inWrite = records.length;
      const start = performance.now();
      await retryUntilDone(() => write(records), onError, signal);
      const wanted = 10 * (performance.now() - start);
      linger = Math.min(Math.max(wanted, lingerMilliseconds.min), lingerMilliseconds.max);
      inWrite = 0;
      written(records);
    }
    running = false;
  }

  return {
    get unwritten() {
      return gathered.length + inWrite;
    },
    add(record, isUrgent) {
      gathered.push(record);
      if (gathered.length >= batch || isUrgent) flush();
      else alarm.setWithin(linger);
    },
    async drain() {
      flush();
      await lastRun;
    },
    giveUp() {
      ending.abort();
    },
  };
}
