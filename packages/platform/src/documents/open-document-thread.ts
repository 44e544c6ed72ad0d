import { Worker } from "node:worker_threads";
import { PlatformError, type PlatformErrorCode, type PlatformProblem } from "../common/platform-error.ts";

/** Where a document thread's module is, and what one document may cost. */
export interface DocumentThreadOptions {
  /** The module: for each message of its `parentPort` it posts one {@link DocumentReply}. */
  readonly url: URL;
  /** Milliseconds for one document; then the thread is ended. */
  readonly timeout: number;
  /** Mebibytes of the thread's heap. */
  readonly heapMebibytes: number;
}

/** A document thread's response. */
export type DocumentReply<Result> =
  | { readonly kind: "done"; readonly result: Result }
  | {
      readonly kind: "refused";
      readonly code: PlatformErrorCode;
      readonly message: string;
      readonly problems: readonly PlatformProblem[];
    }
  | { readonly kind: "failed"; readonly message: string };

/**
 * Hands a document to the thread, and buffers of it that the caller gives away.
 *
 * @throws PlatformError the thread's own, `invalid_request` if the document takes too long or too much memory, `unavailable` if too many
 * documents are waiting
 */
export type DocumentThread<Request, Result> = (
  request: Request,
  transfer?: readonly ArrayBuffer[],
) => Promise<Result>;

interface Job<Request, Result> {
  readonly request: Request;
  readonly transfer: readonly ArrayBuffer[];
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

const maxWaiting = 200;

/**
 * Opens a thread for untrusted documents, so that none of them can block the event loop. The thread starts with its first document, takes
 * one at a time and is reused; one that takes too long or too much memory is ended.
 *
 * @example
 * import { openDocumentThread } from "@plugboard/platform";
 *
 * const url = new URL("render-thread.js", import.meta.url);
 * const render = openDocumentThread<string, string>({ url, timeout: 5000, heapMebibytes: 128 });
 * console.log(await render("# Title"));
 */
export function openDocumentThread<Request, Result>({
  url,
  timeout,
  heapMebibytes,
}: DocumentThreadOptions): DocumentThread<Request, Result> {
  const waiting: Job<Request, Result>[] = [];
  let current: Worker | undefined;
  let isBusy = false;

  function start(): Worker {
    return new Worker(url, {
      env: {},
      // A thread of the sources imports the other packages' sources, however its process was started.
      ...(url.pathname.endsWith(".ts") && { execArgv: ["--conditions=@plugboard/source"] }),
      resourceLimits: { maxOldGenerationSizeMb: heapMebibytes, maxYoungGenerationSizeMb: 32 },
    });
  }

  function startNext(): void {
    const job = isBusy ? undefined : waiting.shift();
    if (job === undefined) return;
    isBusy = true;
    current ??= start();
    const worker = current;
    const release = (finish: () => void): void => {
      clearTimeout(timer);
      worker.removeAllListeners();
      isBusy = false;
      finish();
      startNext();
    };
    const end = (error: Error): void =>
      release(() => {
        current = undefined;
        worker.on("error", () => undefined);
        void worker.terminate();
        job.reject(error);
      });
    const timer = setTimeout(() => end(refuse(`takes longer than ${timeout / 1000} s`)), timeout);
    worker.removeAllListeners();
    worker.on("message", (reply: DocumentReply<Result>) =>
      release(() => {
        // An idle thread keeps no process alive.
        worker.unref();
        worker.on("error", () => (current = undefined));
        if (reply.kind === "done") job.resolve(reply.result);
        else if (reply.kind === "refused")
          job.reject(new PlatformError(reply.code, reply.message, reply.problems));
        else job.reject(new Error(`A document thread failed: ${reply.message}`));
      }),
    );
    worker.on("error", (cause) => {
      const isTooLarge = Reflect.get(Object(cause), "code") === "ERR_WORKER_OUT_OF_MEMORY";
      end(
        isTooLarge
          ? refuse("takes too much memory", cause)
          : new Error("A document thread failed.", { cause }),
      );
    });
    worker.on("exit", () => end(new Error("A document thread ended by itself.")));
    worker.ref();
    worker.postMessage(job.request, job.transfer);
  }

  return (request, transfer = []) => {
    if (waiting.length >= maxWaiting) {
      const text = "The server is reading as many documents as it has room for. Try again in a moment.";
      return Promise.reject(new PlatformError("unavailable", text));
    }
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ request, transfer, resolve, reject });
    startNext();
    return promise;
  };
}

function refuse(reason: string, cause?: unknown): PlatformError {
  const message = `${reason} to read; make it smaller or simpler`;
  return new PlatformError("invalid_request", `The document ${message}.`, [{ path: "text", message }], {
    cause,
  });
}
