import { setTimeout as sleep } from "node:timers/promises";
import { listChanges, listIntegrationLogs } from "@plugboard/api/routes";
import type { Server } from "./connect.ts";

/** Options for {@link watchChanges}. */
export interface WatchOptions {
  readonly server: Pick<Server, "origin" | "token">;
  /** The name of the integration whose log is watched too. */
  readonly integration: string;
  /** Stops watching when aborted. */
  readonly signal: AbortSignal;
}

const pollMilliseconds = 700;
/** The polling interval while connected, in case a notification is lost. */
const livePollMilliseconds = 10_000;
const reconnectMilliseconds = 1000;
/** The minimum time between two checks, to limit the rate on a busy server. */
const restMilliseconds = 100;

/**
 * Watches a server for changes through server-sent events.
 *
 * @returns a function that waits for a possible change since its last call: until the server reports one, or
 * for a limited time if a proxy blocks events or the token can't watch changes
 */
export function watchChanges({ server, integration, signal }: WatchOptions): () => Promise<void> {
  const paths = [
    listChanges.path,
    listIntegrationLogs.path.replace("{integration}", encodeURIComponent(integration)),
  ];
  let open = 0;
  let isChanged = false;
  let waiting = new AbortController();
  const notify = (): void => {
    isChanged = true;
    waiting.abort();
  };
  for (const path of paths) void watch(path);

  async function watch(path: string): Promise<void> {
    const headers = { accept: "text/event-stream", authorization: `Bearer ${server.token}` };
    while (!signal.aborted) {
      const response = await fetch(`${server.origin}/v1${path}`, { headers, signal }).catch(() => undefined);
      if (response?.headers.get("content-type") === "text/event-stream" && response.body !== null) {
        open += 1;
        // Reports changes that happened before the stream was open.
        notify();
        await readEvents(response.body, notify).catch(() => {});
        open -= 1;
      }
      await sleep(reconnectMilliseconds, undefined, { signal }).catch(() => {});
    }
  }

  return async () => {
    if (!isChanged) {
      waiting = new AbortController();
      const either = AbortSignal.any([waiting.signal, signal]);
      const longest = open === paths.length ? livePollMilliseconds : pollMilliseconds;
      await sleep(longest, undefined, { signal: either }).catch(() => {});
    }
    isChanged = false;
    await sleep(restMilliseconds, undefined, { signal }).catch(() => {});
  };
}

async function readEvents(body: ReadableStream<Uint8Array>, notify: () => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of body) if (decoder.decode(chunk).includes("data:")) notify();
}
