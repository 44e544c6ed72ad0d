/** A refusal of the accounts' endpoints. */
export class AccountError extends Error {
  override readonly name = "AccountError";
  readonly status: number;
  /** What was refused, in capitals; empty when the response does not say. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** How one can sign in here. */
export interface SignInMethods {
  /** Whether anybody has an account yet. */
  readonly accounts: boolean;
  readonly emailLinks: boolean;
  readonly passkeys: boolean;
  readonly providers: readonly { readonly id: string; readonly name: string }[];
}

/** What signing in with a password leads to: a session, or the question for a second factor. */
export interface SignInResult {
  readonly twoFactorRedirect?: boolean;
}

/** A session of the person who is signed in. */
export interface OwnSession {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly current: boolean;
}

/** A passkey of the person who is signed in. */
export interface OwnPasskey {
  readonly id: string;
  readonly name?: string | null;
  readonly createdAt?: string | null;
}

/** Calls an endpoint below `/auth` with this browser's session; a body makes it a POST. */
export async function callAccounts<Result>(path: string, body?: unknown): Promise<Result> {
  const response = await fetch(`/auth${path}`, {
    ...(body !== undefined && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  const text = await response.text();
  const parsed: unknown = text === "" ? undefined : JSON.parse(text);
  // What the server sends is written down there, and is not checked again here.
  if (response.ok) return parsed as Result;
  throw toError(response, parsed);
}

function toError({ status, headers }: Response, body: unknown): AccountError {
  const read = (name: string): string => {
    const value: unknown = typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
    return typeof value === "string" ? value : "";
  };
  const wait = headers.get("retry-after") ?? headers.get("x-retry-after");
  if (status === 429)
    return new AccountError(status, "RATE_LIMITED", `Too many tries. Wait ${wait ?? "60"} seconds.`);
  const message = read("message") || read("error_description") || `The server responded with ${status}.`;
  // A refused body is named as `[body.password] …`, which the form shows already.
  return new AccountError(status, read("code") || read("error"), message.replace(/^\[body\.\w+\] /, ""));
}
