/** The connection of a view to the agent's host, which shows the view in a frame. */
export interface HostConnection {
  /** Sends a request and returns its result. Rejects with the host's error. */
  readonly request: (method: string, params: object) => Promise<unknown>;
  readonly notify: (method: string, params: object) => void;
}

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message?: unknown };
}

const methodNotFound = -32_601;
/** Requests of the host that need no work. */
const acknowledged: ReadonlySet<string> = new Set(["ping", "ui/resource-teardown"]);

/**
 * Connects to the host with JSON-RPC messages, as in MCP Apps (SEP-1865).
 *
 * @param onNotification - called with the method and parameters of each notification
 */
export function connectToHost(onNotification: (method: string, params: unknown) => void): HostConnection {
  const waiting = new Map<unknown, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  // The origins of hosts are unknown. The messages contain nothing that the host doesn't have.
  const send = (message: object): void => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || typeof data !== "object" || data === null) return;
    const { id, method, params, result, error }: Message = data;
    if (typeof method === "string" && id === undefined) return onNotification(method, params);
    if (typeof method === "string")
      return send(
        acknowledged.has(method)
          ? { id, result: {} }
          : { id, error: { code: methodNotFound, message: `This view has no ${method}.` } },
      );
    const request = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) request?.resolve(result);
    else request?.reject(new Error(String(error.message)));
  });
  return {
    request: (method, params) => {
      const response = Promise.withResolvers<unknown>();
      lastId += 1;
      waiting.set(lastId, response);
      send({ id: lastId, method, params });
      return response.promise;
    },
    notify: (method, params) => send({ method, params }),
  };
}
