import { stat } from "node:fs/promises";
import { Worker } from "node:worker_threads";

export interface SourceMapFile {
  readonly file: string;
}

/** Asks the thread for places: lines and columns, both from 1. */
export interface PositionQuestion {
  readonly id: number;
  readonly positions: readonly (readonly [number, number])[];
}

/** The places in the sources, as `file:line:column`. */
export interface FoundPositions {
  readonly id: number;
  readonly found: readonly (string | undefined)[];
}

/** Turns places in a bundle into places in its sources. */
export interface SourcePositions {
  /** Replaces every place in every text of a value. Without a usable source map, the value comes back as it is. */
  readonly translate: <Value>(value: Value) => Promise<Value>;
  readonly close: () => void;
}

const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
const threadFile = new URL(`find-positions.${extension}`, import.meta.url);
const maxMapBytes = 32 * 1024 * 1024;
const maxThreadMebibytes = 256;
// A thread that is silent for this long has choked on its map.
const patienceMilliseconds = 5_000;

/**
 * Opens a bundle's source map, with the first place that is asked for.
 *
 * @param bundleName as it appears in stack traces
 */
export function openSourcePositions(file: string, bundleName: string): SourcePositions {
  const pattern = new RegExp(`\\b${bundleName.replaceAll(".", "\\.")}:(\\d+):(\\d+)`, "g");
  let thread: Promise<Worker | undefined> | undefined;
  let lastId = 0;
  const open = new Map<number, (found: readonly (string | undefined)[]) => void>();

  async function start(): Promise<Worker | undefined> {
    const size = await stat(file).then(
      (stats) => stats.size,
      () => Number.POSITIVE_INFINITY,
    );
    if (size > maxMapBytes) return undefined;
    const worker = new Worker(threadFile, {
      workerData: { file } satisfies SourceMapFile,
      resourceLimits: { maxOldGenerationSizeMb: maxThreadMebibytes },
      stdout: true,
      stderr: true,
    });
    worker.unref();
    worker.on("message", ({ id, found }: FoundPositions) => open.get(id)?.(found));
    const giveUp = (): void => {
      thread = Promise.resolve(undefined);
      for (const resolve of open.values()) resolve([]);
    };
    worker.once("error", giveUp);
    worker.once("exit", giveUp);
    return worker;
  }

  async function find(positions: PositionQuestion["positions"]): Promise<readonly (string | undefined)[]> {
    thread ??= start();
    const worker = await thread;
    if (worker === undefined) return [];
    lastId += 1;
    const id = lastId;
    const { promise, resolve } = Promise.withResolvers<readonly (string | undefined)[]>();
    open.set(id, resolve);
    const timer = setTimeout(() => void worker.terminate(), patienceMilliseconds);
    const question: PositionQuestion = { id, positions };
    worker.postMessage(question, []);
    const found = await promise;
    clearTimeout(timer);
    open.delete(id);
    return found;
  }

  return {
    translate: async (value) => {
      const text = JSON.stringify(value);
      const places = [...text.matchAll(pattern)];
      if (places.length === 0) return value;
      const found = await find(places.map(([, line, column]) => [Number(line), Number(column)]));
      let index = 0;
      const translated = text.replaceAll(pattern, (place) => {
        const source = found[index];
        index += 1;
        // Into JSON that was written already.
        return source === undefined ? place : JSON.stringify(source).slice(1, -1);
      });
      return JSON.parse(translated);
    },
    close: () => void thread?.then((worker) => worker?.terminate()),
  };
}
