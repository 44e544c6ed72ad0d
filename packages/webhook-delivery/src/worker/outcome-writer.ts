import type { AttemptRecord } from "../store/delivery-queue.ts";
import { createAlarm, retryUntilDone } from "./waiting.ts";

/** What an outcome writer works with. */
export interface OutcomeWriterOptions {
  readonly write: (records: readonly AttemptRecord[]) => Promise<void>;
  /** Called after each batch, when `unwritten` no longer counts it. */
  readonly written: (records: readonly AttemptRecord[]) => void;
  /** Records that are written without waiting for others. */
  readonly batch: number;
  /**
   * How long the first record of a batch waits for others, in milliseconds. In between it is ten times what the last batch
   * took: a commit costs much the same for one as for many, and a slow disk gets fewer and larger batches.
   */
  readonly lingerMilliseconds: { readonly min: number; readonly max: number };
  readonly onError: (error: unknown) => void;
}

/** Writes finished attempts, many in one transaction. */
export interface OutcomeWriter {
  /** Records that are not written yet. */
  readonly unwritten: number;
  /** Takes a record. One that is urgent is not held back. */
  add(record: AttemptRecord, isUrgent: boolean): void;
  /** Resolves when everything is written. */
  drain(): Promise<void>;
  /** Tries no more to write what could not be written. */
  giveUp(): void;
}

/** Creates an outcome writer. It keeps what it could not write and tries again, with growing pauses. */
export function createOutcomeWriter(options: OutcomeWriterOptions): OutcomeWriter {
  const { write, written, batch, lingerMilliseconds, onError } = options;
  let gathered: AttemptRecord[] = [];
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
      const records = gathered;
      gathered = [];
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
