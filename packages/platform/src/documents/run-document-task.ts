import { Worker } from "node:worker_threads";
import { PlatformError } from "../common/platform-error.ts";
import { documentLimits } from "./document-limits.ts";
import type { DocumentReply, DocumentRequest, DocumentTasks } from "./document-tasks.ts";

interface Job {
  readonly request: DocumentRequest;
  readonly transfer: readonly ArrayBuffer[];
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A thread, which reads one document at a time. */
interface Lane {
  readonly waiting: Job[];
  worker: Worker | undefined;
  isBusy: boolean;
}

const openLane = (): Lane => ({ waiting: [], worker: undefined, isBusy: false });

// Only OpenAPI documents take seconds; everything else has a thread that they don't keep waiting.
const slow = openLane();
const fast = openLane();
const lanes: Readonly<Record<keyof DocumentTasks, Lane>> = {
  readJson: fast,
  acceptManifest: fast,
  comparePublication: fast,
  checkOpenApiDocument: slow,
};

const isSource = import.meta.url.endsWith(".ts");

/**
 * Runs a task on an untrusted document in a thread, so that no document can block the event loop. Threads are reused; one that takes too
 * long or too much memory is ended.
 *
 * @param transfer buffers of the input that the caller gives away
 * @throws PlatformError the task's own, `invalid_request` if the document takes too long or too much memory to read, `unavailable` if too
 * many documents are waiting
 */
export async function runDocumentTask<Name extends keyof DocumentTasks>(
  task: Name,
  input: Parameters<DocumentTasks[Name]>[0],
  transfer: readonly ArrayBuffer[] = [],
): Promise<Awaited<ReturnType<DocumentTasks[Name]>>> {
  const lane = lanes[task];
  if (lane.waiting.length >= documentLimits.waiting) {
    throw new PlatformError(
      "unavailable",
      "The server is reading as many documents as it has room for. Try again in a moment.",
    );
  }
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  // The generic parameter ties the input to the task's name, and the result to both, which the compiler cannot follow.
  const request = { task, input } as DocumentRequest;
  lane.waiting.push({ request, transfer, resolve, reject });
  startNext(lane);
  return (await promise) as Awaited<ReturnType<DocumentTasks[Name]>>;
}

function startNext(lane: Lane): void {
  if (lane.isBusy) return;
  const job = lane.waiting.shift();
  if (job === undefined) return;
  lane.isBusy = true;
  lane.worker ??= startThread();
  const { worker } = lane;
  const release = (finish: () => void): void => {
    clearTimeout(timer);
    worker.removeAllListeners();
    lane.isBusy = false;
    finish();
    startNext(lane);
  };
  const end = (error: Error): void =>
    release(() => {
      lane.worker = undefined;
      worker.on("error", () => undefined);
      void worker.terminate();
      job.reject(error);
    });
  const timer = setTimeout(
    () => end(refuse(`takes longer than ${documentLimits.timeout / 1000} s`)),
    documentLimits.timeout,
  );
  worker.removeAllListeners();
  worker.on("message", (reply: DocumentReply) =>
    release(() => {
      // An idle thread keeps no process alive.
      worker.unref();
      worker.on("error", () => (lane.worker = undefined));
      if (reply.kind === "done") job.resolve(reply.result);
      else if (reply.kind === "refused")
        job.reject(new PlatformError(reply.code, reply.message, reply.problems));
      else job.reject(new Error(`A document thread failed: ${reply.message}`));
    }),
  );
  worker.on("error", (cause) => {
    const isTooLarge = Reflect.get(Object(cause), "code") === "ERR_WORKER_OUT_OF_MEMORY";
    end(
      isTooLarge ? refuse("takes too much memory", cause) : new Error("A document thread failed.", { cause }),
    );
  });
  worker.ref();
  worker.postMessage(job.request, job.transfer);
}

function startThread(): Worker {
  return new Worker(new URL(`document-thread.${isSource ? "ts" : "js"}`, import.meta.url), {
    env: {},
    // A thread of the sources imports the other packages' sources, however its process was started.
    ...(isSource && { execArgv: ["--conditions=@plugboard/source"] }),
    resourceLimits: { maxOldGenerationSizeMb: documentLimits.heapMebibytes, maxYoungGenerationSizeMb: 32 },
  });
}

function refuse(reason: string, cause?: unknown): PlatformError {
  const message = `${reason} to read; make it smaller or simpler`;
  return new PlatformError("invalid_request", `The document ${message}.`, [{ path: "text", message }], {
    cause,
  });
}
