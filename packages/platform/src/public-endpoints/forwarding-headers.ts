type Pair = readonly [name: string, value: string];

/** What the platform itself knows of a request that it hands on. */
interface ForwardedRequest {
  /** The visitor's address; empty when the connection told none. */
  readonly visitor: string;
  /** The URL under which the request was made. */
  readonly url: string;
}

const forwardingHeader = /^(?:forwarded|x-forwarded-.*|x-real-ip)$/;

/**
 * A request's headers with what the platform knows of its way, in place of what anybody may have written there: an
 * integration that trusts these headers trusts the platform.
 */
export function withForwarding(headers: readonly Pair[], { visitor, url }: ForwardedRequest): Pair[] {
  const { host, protocol } = new URL(url);
  return [
    ...headers.filter(([name]) => !forwardingHeader.test(name)),
    ...(visitor === "" ? [] : [["x-forwarded-for", visitor] as const]),
    ["x-forwarded-host", host],
    ["x-forwarded-proto", protocol.slice(0, -1)],
  ];
}
