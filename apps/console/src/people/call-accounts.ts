/** An error response of the account endpoints. */
export class AccountError extends Error {
  override readonly name = "AccountError";
  /** `undefined` if the server wasn’t reached. */
  readonly status: number | undefined;
  /** The error code, in capitals. Empty if the response has none, `network` if the server wasn’t reached. */
  readonly code: string;
  /** The field of the request that the error is about. */
  readonly field: string | undefined;

  constructor(status: number | undefined, code: string, message: string, field?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

/** Returns the message about a field from an error of the account endpoints. */
export function problemOfField(error: Error | null, field: string): string | undefined {
  return error instanceof AccountError && error.field === field ? error.message : undefined;
}

/** Returns whether an error is about one of these fields. */
export function isShownAtField(error: Error | null, fields: readonly string[]): boolean {
  return fields.some((field) => problemOfField(error, field) !== undefined);
}

/** Returns the message for a password field if its password was wrong. */
export function problemOfPassword(error: Error | null): string | undefined {
  const isWrong = error instanceof AccountError && error.code === "INVALID_PASSWORD";
  return isWrong ? "isn’t your current password" : undefined;
}

/** The sign-in methods of this server. */
export interface SignInMethods {
  /** Whether any account exists. */
  readonly accounts: boolean;
  readonly emailLinks: boolean;
  readonly passkeys: boolean;
  readonly providers: readonly { readonly id: string; readonly name: string }[];
}

/** The result of a password sign-in: a session, or a request for a second factor. */
export interface SignInResult {
  readonly twoFactorRedirect?: boolean;
}

/** A session of the signed-in user. */
export interface OwnSession {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly current: boolean;
}

/** An agent that a person connected to an organization. */
export interface ConnectedAgent {
  readonly id: string;
  /** The URL of the document in which the agent describes itself, in ASCII. */
  readonly address: string;
  readonly name: string;
  readonly organization: { readonly id: string; readonly title: string };
  readonly person: { readonly id: string; readonly name: string };
  readonly scopes: readonly string[];
  readonly createdAt: string;
}

/** A passkey of the signed-in user. */
export interface OwnPasskey {
  readonly id: string;
  readonly name?: string | null;
  readonly createdAt?: string | null;
}

/** Calls an endpoint below `/auth` with the browser's session. Requests with a body are POSTs. */
export async function callAccounts<Result>(path: string, body?: unknown): Promise<Result> {
  const response = await fetch(`/auth${path}`, {
    ...(body !== undefined && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  }).catch((error: unknown) => {
    throw new AccountError(undefined, "network", String(error));
  });
  const parsed = await readJson(response);
  // The response shape is declared on the server and isn't validated again here.
  if (response.ok) return parsed as Result;
  throw toError(response, parsed);
}

/** Returns `undefined` for an empty body, and for one that a proxy sent instead of the server. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

function toError({ status, headers }: Response, body: unknown): AccountError {
  const read = (name: string): string => {
    const value: unknown = typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
    return typeof value === "string" ? value : "";
  };
  const wait = headers.get("retry-after") ?? headers.get("x-retry-after");
  if (status === 429)
    return new AccountError(
      status,
      "RATE_LIMITED",
      `Too many attempts. Try again in ${wait ?? "60"} seconds.`,
    );
  const message = read("message") || read("error_description") || `The server responded with ${status}.`;
  const code = read("code") || read("error");
  // Validation messages start with the field, as in `[body.password] …`.
  const field = /^\[body\.(\w+)\] /.exec(message)?.[1] ?? fieldsOfCodes[code];
  return new AccountError(status, code, message.replace(/^\[body\.\w+\] /, ""), field);
}

const fieldsOfCodes: Readonly<Record<string, string>> = {
  PASSWORD_TOO_LONG: "newPassword",
  PASSWORD_TOO_SHORT: "newPassword",
};
