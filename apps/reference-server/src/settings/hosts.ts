/** Hosts that only this machine reaches. */
export const loopbackHosts: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "localhost"]);

/** Hosts that stand for every address of this machine. */
export const wildcardHosts: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);
