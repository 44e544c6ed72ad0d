import { stat } from "node:fs/promises";
import { Worker } from "node:worker_threads";

export interface SourceMapFile {
  readonly file: string;
}

/** A request to the thread: lines and columns, both starting at 1. */
export interface PositionRequest {
  readonly id: number;
  readonly positions: readonly (readonly [number, number])[];
}

/** The positions in the sources, as `file:line:column`. */
export interface SourceLocations {
  readonly id: number;
  readonly sources: readonly (string | undefined)[];
}

/** Translates positions in a bundle into positions in its sources. */
export interface SourcePositions {
  /**
   * Replaces all positions in all strings of a value. Returns the value unchanged if there is no usable
   * source map.
   */
  readonly translate: <Value>(value: Value) => Promise<Value>;
  readonly close: () => void;
}

const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
const threadFile = new URL(`find-positions.${extension}`, import.meta.url);
const maxMapBytes = 32 * 1024 * 1024;
const maxThreadMebibytes = 256;
// A thread that takes longer is stuck on its source map.
const timeoutMilliseconds = 5_000;

/**
 * Returns a translator that opens the source map when it first needs it.
 *
 * @param bundleName the bundle's name in stack traces
 */
export function openSourcePositions(file: string, bundleName: string): SourcePositions {
  const pattern = new RegExp(`\\b${bundleName.replaceAll(".", "\\.")}:(\\d+):(\\d+)`, "g");
  let thread: Promise<Worker | undefined> | undefined;
  let lastId = 0;
  const open = new Map<number, (sources: readonly (string | undefined)[]) => void>();

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
    worker.on("message", ({ id, sources }: SourceLocations) => open.get(id)?.(sources));
    const giveUp = (): void => {
      thread = Promise.resolve(undefined);
      for (const resolve of open.values()) resolve([]);
    };
    worker.once("error", giveUp);
    worker.once("exit", giveUp);
    return worker;
  }

  async function find(positions: PositionRequest["positions"]): Promise<readonly (string | undefined)[]> {
    thread ??= start();
    const worker = await thread;
    if (worker === undefined) return [];
    lastId += 1;
    const id = lastId;
    const { promise, resolve } = Promise.withResolvers<readonly (string | undefined)[]>();
    open.set(id, resolve);
    const timer = setTimeout(() => void worker.terminate(), timeoutMilliseconds);
    const question: PositionRequest = { id, positions };
    worker.postMessage(question, []);
    const sources = await promise;
    clearTimeout(timer);
    open.delete(id);
    return sources;
  }

  return {
    translate: async (value) => {
      const text = JSON.stringify(value);
      const matches = [...text.matchAll(pattern)];
      if (matches.length === 0) return value;
      const sources = await find(matches.map(([, line, column]) => [Number(line), Number(column)]));
      let index = 0;
      const translated = text.replaceAll(pattern, (match) => {
        const source = sources[index];
        index += 1;
        // The text is already JSON.
        return source === undefined ? match : JSON.stringify(source).slice(1, -1);
      });
      return JSON.parse(translated);
    },
    close: () => void thread?.then((worker) => worker?.terminate()),
  };
}
