import type { Person } from "./organizations.ts";

// What the server knows of accounts without the library behind them, so that a process without people does without it.

/** What says whose session it is: a `Cookie` header, or a bearer token. */
export type SessionCredential = { readonly cookie: string } | { readonly token: string };

/** A session that was looked up, and may be prolonged. */
export interface Renewal {
  readonly person: Person | undefined;
  readonly setCookies: readonly string[];
}

/** Who is who: accounts, their credentials and sessions. */
export interface Accounts {
  /** Serves everything below `/auth`. `visitor` is the address that the request came from. */
  readonly fetch: (request: Request, visitor: string) => Promise<Response>;
  /** Whose session it is. A bearer token's is prolonged by that; a cookie's only together with the cookie. */
  readonly identify: (session: SessionCredential) => Promise<Person | undefined>;
  /** Whose session a `Cookie` header is of, and the `Set-Cookie` headers that prolong it where it is time to. */
  readonly renew: (cookie: string) => Promise<Renewal>;
  /** Ends the session of a `Cookie` header. @returns the `Set-Cookie` headers that make the browser forget it */
  readonly signOut: (cookie: string) => Promise<readonly string[]>;
  /** Ends what runs in the background. */
  readonly close: () => Promise<void>;
}

export const accountsPath = "/auth";

/** Begins every session that is not a cookie, so that scanners of leaked secrets find it. */
export const sessionTokenPrefix = "pbs_";
