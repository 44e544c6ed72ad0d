import { connectionHeaders } from "../policy/endpoint-options.ts";
import { AttemptError } from "./attempt-error.ts";

/** Header names in lower case to values. */
export type RequestHeaders = Readonly<Record<string, string>>;

/** Header names in lower case to the value, or to all of them where a header came several times. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Takes the place of a value that an attempt log must not hold. */
const redacted = "[redacted]";

// Any other header may carry a key, so the list is of what is known to be harmless.
const loggedRequestNames: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "content-encoding",
  "content-type",
  "user-agent",
  "webhook-id",
  "webhook-timestamp",
]);

/**
 * The headers of a request, their names in lower case.
 *
 * @throws {AttemptError} `invalid_request` for a header that belongs to the connection
 */
export function composeHeaders(userAgent: string, added: RequestHeaders): Record<string, string> {
  const headers: Record<string, string> = { "user-agent": userAgent };
  for (const name of Object.keys(added)) {
    const lowerCase = name.toLowerCase();
    if (connectionHeaders.has(lowerCase)) {
      throw new AttemptError(
        "invalid_request",
        `The header "${lowerCase}" is set by the connection. Leave it out of the added headers.`,
      );
    }
    headers[lowerCase] = added[name] ?? "";
  }
  return headers;
}

/** The headers of a request as an attempt log may hold them. */
export function toLoggedRequestHeaders(headers: RequestHeaders): RequestHeaders {
  const logged: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    logged[name] = loggedRequestNames.has(name) ? (headers[name] ?? "") : redacted;
  }
  return logged;
}

/** The headers of a response as an attempt log may hold them: several values joined, cookies left out. */
export function toLoggedResponseHeaders(headers: ResponseHeaders): RequestHeaders {
  const logged: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    const text = typeof value === "string" ? value : value.join(", ");
    logged[name] = name === "set-cookie" ? redacted : text;
  }
  return logged;
}
