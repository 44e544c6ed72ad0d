import { createGuardedConnector, type Lookup } from "@plugboard/webhook-delivery";
import { Agent } from "undici";
import { type ApiOrigin, isApiUrl } from "./api-origin.ts";
import { EgressRefusal, type OutboundRequest, type OutboundResponse } from "./serve-egress.ts";

/** Where scripts may send requests to, besides the public internet. */
export interface OutboundSettings {
  readonly apiOrigins: readonly ApiOrigin[];
  readonly allowNetworks: readonly string[];
  /** How host names are resolved. Default: as the machine does. */
  readonly lookup?: Lookup | undefined;
  readonly deadlineMilliseconds: number;
}

/** Sends what one sandbox asks for. */
export interface Outbound {
  /** @throws {EgressRefusal} when the address guard does not let it out */
  readonly send: (request: OutboundRequest) => Promise<OutboundResponse>;
  readonly close: () => void;
}

/**
 * Makes the way out of one sandbox: to the platform's API wherever it is, and to the public internet under the address guard of
 * the delivery engine. Connections are not shared with other sandboxes.
 */
export function createOutbound({ apiOrigins, deadlineMilliseconds, ...guard }: OutboundSettings): Outbound {
  const whole = { headersTimeout: 0, bodyTimeout: 0 };
  const api = new Agent(whole);
  const connect = createGuardedConnector({ ...guard, allowHttp: true, deadlineMilliseconds });
  const internet = new Agent({ ...whole, connect, allowH2: false });
  return {
    send: async ({ url, method, headers, body, signal }) => {
      const agent = isApiUrl(url, apiOrigins) ? api : internet;
      try {
        const response = await agent.request({
          origin: url.origin,
          path: url.pathname + url.search,
          method,
          headers: [...headers],
          body,
          signal,
          responseHeaders: "raw",
        });
        return {
          status: response.statusCode,
          // undici's types do not know what `responseHeaders: "raw"` changes.
          headers: (response.headers as unknown as readonly Buffer[]).map(String),
          body: response.body,
        };
      } catch (error) {
        throw isRefused(error) ? new EgressRefusal(403, error.code, error.message) : error;
      }
    },
    close: () => {
      void api.destroy();
      void internet.destroy();
    },
  };
}

function isRefused(error: unknown): error is Error & { readonly code: string } {
  return (
    error instanceof Error &&
    "code" in error &&
    (error.code === "blocked_address" || error.code === "insecure_url")
  );
}
