import { Worker } from "node:worker_threads";
import { PlatformError, type PlatformErrorCode, type PlatformProblem } from "../common/platform-error.ts";

/** The module of a document thread, and the limits for one document. */
export interface DocumentThreadOptions {
  /** The module, which posts one {@link DocumentReply} for each message of its `parentPort`. */
  readonly url: URL;
  /** The timeout for one document (ms), after which the thread is terminated. */
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
 * Sends a document to the thread, with buffers to transfer.
 *
 * @throws PlatformError the thread's own errors, `invalid_request` if the document takes too long or too much
 * memory, `unavailable` if too many documents are waiting
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
 * Opens a thread for untrusted documents, so that they cannot block the event loop. The thread starts with
 * its first document, handles one at a time and is reused; it is terminated if it takes too long or too much
 * memory.
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
      // Lets a thread started from sources import the sources of other packages, however the process was
      // started.
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
        // An idle thread must not keep the process alive.
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
    worker.on("exit", () => end(new Error("A document thread exited unexpectedly.")));
    worker.ref();
    worker.postMessage(job.request, job.transfer);
  }

  return (request, transfer = []) => {
    if (waiting.length >= maxWaiting) {
      const text = "Too many documents are waiting to be read. Try again in a moment.";
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
