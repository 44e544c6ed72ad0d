import { createGuardedConnector, type Lookup } from "@plugboard/webhook-delivery";
import { Agent } from "undici";
import { isAllowedHost, parseAllowedTargets } from "./allowed-targets.ts";
import { type ApiOrigin, isApiUrl } from "./api-origin.ts";
import { EgressRefusal, type OutboundRequest, type OutboundResponse } from "./serve-egress.ts";

/** The targets scripts can reach besides the public internet. */
export interface OutboundSettings {
  readonly apiOrigins: readonly ApiOrigin[];
  /** `host:port` or CIDR. */
  readonly allowedTargets: readonly string[];
  /** Resolves host names. Defaults to the operating system's resolver. */
  readonly lookup?: Lookup | undefined;
  readonly timeoutMilliseconds: number;
}

/** Sends the requests of one sandbox. */
export interface Outbound {
  /** @throws {EgressRefusal} if the address guard rejects the target */
  readonly send: (request: OutboundRequest) => Promise<OutboundResponse>;
  readonly close: () => void;
}

/**
 * Creates the outbound client of one sandbox. It reaches the platform's API and the operator's allowed hosts
 * at any address, and other hosts only at public addresses (checked by the delivery engine's address guard).
 * Sandboxes share no connections.
 */
export function createOutbound({
  apiOrigins,
  allowedTargets,
  lookup,
  timeoutMilliseconds,
}: OutboundSettings): Outbound {
  const targets = parseAllowedTargets(allowedTargets);
  const withoutTimeouts = { headersTimeout: 0, bodyTimeout: 0 };
  const trusted = new Agent(withoutTimeouts);
  const connect = createGuardedConnector({
    allowNetworks: targets.networks,
    allowHttp: true,
    lookup,
    timeoutMilliseconds,
  });
  const internet = new Agent({ ...withoutTimeouts, connect, allowH2: false });
  return {
    send: async ({ url, method, headers, body, signal }) => {
      const isTrusted = isApiUrl(url, apiOrigins) || isAllowedHost(url, targets);
      try {
        const response = await (isTrusted ? trusted : internet).request({
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
          // undici's types don't cover `responseHeaders: "raw"`.
          headers: (response.headers as unknown as readonly Buffer[]).map(String),
          body: response.body,
        };
      } catch (error) {
        throw isRefused(error) ? new EgressRefusal(403, error.code, error.message) : error;
      }
    },
    close: () => {
      void trusted.destroy();
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
