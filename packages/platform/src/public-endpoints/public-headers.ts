import { hopByHopHeaders } from "../dispatch/dispatch-fetch.ts";
import { confineSetCookie, receivedCookies } from "./confine-cookies.ts";

type Pair = readonly [name: string, value: string];

/** What the platform itself knows of a request that it hands on. */
interface ForwardedRequest {
  readonly owner: string;
  /** The path of its public endpoint; empty on a host of its own. */
  readonly publicPath: string;
  /** The visitor's address, where the connection gives it. */
  readonly visitor: string | undefined;
  /** The URL under which the request was made. */
  readonly url: string;
}

const forwardingHeader = /^(?:forwarded|x-forwarded-.*|x-real-ip)$/;

/**
 * A request's headers as an integration gets them: with its own cookies alone, and with what the platform knows of the
 * request's way in place of what anybody may have written there. An integration that trusts these headers trusts the
 * platform.
 */
export function toIntegrationHeaders(
  received: readonly Pair[],
  { owner, publicPath, visitor, url }: ForwardedRequest,
): readonly Pair[] {
  const { host, protocol } = new URL(url);
  const kept = received.flatMap(([name, value]): Pair[] => {
    if (forwardingHeader.test(name)) return [];
    if (name !== "cookie") return [[name, value]];
    const cookies = receivedCookies(value, owner, publicPath);
    return cookies === undefined ? [] : [[name, cookies]];
  });
  return [
    ...kept,
    ...(visitor === undefined || visitor === "" ? [] : [["x-forwarded-for", visitor] as const]),
    ["x-forwarded-host", host],
    ["x-forwarded-proto", protocol.slice(0, -1)],
  ];
}

// A page that an integration serves runs without this origin's storage, so that it cannot act as another integration.
const sandboxPolicy =
  "sandbox allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-scripts allow-downloads";

/** Headers that would speak for the whole origin, which an integration shares with all others, or for one connection. */
const withheldHeaders: ReadonlySet<string> = new Set([
  ...hopByHopHeaders,
  "alt-svc",
  "clear-site-data",
  // The body was decompressed on its way, and its length may be another one.
  "content-encoding",
  "content-length",
  "nel",
  "report-to",
  "reporting-endpoints",
  "service-worker-allowed",
  "strict-transport-security",
]);

/** An integration's response headers as the visitor gets them. */
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
