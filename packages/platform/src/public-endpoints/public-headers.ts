import { hopByHopHeaders } from "../dispatch/dispatch-fetch.ts";
import { confineSetCookie, receivedCookies } from "./confine-cookies.ts";

type Pair = readonly [name: string, value: string];

/** Details of a forwarded request that the platform knows. */
interface ForwardedRequest {
  readonly owner: string;
  /** The path of the public endpoint. Empty on an installation's own host. */
  readonly publicPath: string;
  /** The client's network address, if known. */
  readonly address: string | undefined;
  readonly url: string;
}

const forwardingHeader = /^(?:forwarded|x-forwarded-.*|x-real-ip)$/;

/**
 * Returns a request's headers for an integration: only its own cookies, and trustworthy forwarding headers in
 * place of those the client sent.
 */
export function toIntegrationHeaders(
  received: readonly Pair[],
  { owner, publicPath, address, url }: ForwardedRequest,
): readonly Pair[] {
  const { host, protocol } = new URL(url);
  const forwarded = received.flatMap(([name, value]): Pair[] => {
    if (forwardingHeader.test(name)) return [];
    if (name !== "cookie") return [[name, value]];
    const cookies = receivedCookies(value, owner, publicPath);
    return cookies === undefined ? [] : [[name, cookies]];
  });
  return [
    ...forwarded,
    ...(address === undefined || address === "" ? [] : [["x-forwarded-for", address] as const]),
    ["x-forwarded-host", host],
    ["x-forwarded-proto", protocol.slice(0, -1)],
  ];
}

// Pages served by an integration run without this origin's storage, so that they cannot act as another
// integration.
const sandboxPolicy =
  "sandbox allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-scripts allow-downloads";

/** Headers that affect the whole origin, which integrations share, or a single connection. */
const withheldHeaders: ReadonlySet<string> = new Set([
  ...hopByHopHeaders,
  "alt-svc",
  "clear-site-data",
  // The body was decompressed, so its length can differ.
  "content-encoding",
  "content-length",
  "nel",
  "report-to",
  "reporting-endpoints",
  "service-worker-allowed",
  "strict-transport-security",
]);

/** Returns an integration's response headers for the client. */
export function toPublicHeaders(received: Headers, owner: string, publicPath: string): Headers {
  const headers = new Headers();
  for (const [name, value] of received) {
    const passed = name === "set-cookie" ? confineSetCookie(value, owner, publicPath) : value;
    if (passed !== undefined && !withheldHeaders.has(name)) headers.append(name, passed);
  }
  headers.append("content-security-policy", sandboxPolicy);
  headers.set("x-content-type-options", "nosniff");
  return headers;
}
