/** Hosts that are reachable only from this machine. */
export const loopbackHosts: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "localhost"]);

/** Hosts that stand for all addresses of this machine. */
export const wildcardHosts: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);
