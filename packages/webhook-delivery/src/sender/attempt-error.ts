import type { AttemptErrorCode } from "../model/attempt-result.ts";

/**
 * The reason an attempt ended without a response. The sender converts it to a result; destinations throw it.
 *
 * @example
 * import { AttemptError } from "@plugboard/webhook-delivery";
 *
 * throw new AttemptError("connection_reset", "The broker closed the connection.");
 */
export class AttemptError extends Error {
  override readonly name = "AttemptError";
  readonly code: AttemptErrorCode;

  constructor(code: AttemptErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const codeOfTransportError: Readonly<Record<string, AttemptErrorCode>> = {
  UND_ERR_INVALID_ARG: "invalid_request",
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: "invalid_request",
  UND_ERR_HEADERS_OVERFLOW: "headers_too_large",
  UND_ERR_DESTROYED: "aborted",
  UND_ERR_CLOSED: "aborted",
};

const descriptions: Readonly<Partial<Record<AttemptErrorCode, string>>> = {
  invalid_request: "The request cannot be sent",
  headers_too_large: "The response's headers are larger than the limit",
  aborted: "The sender was closed",
  invalid_response: "The response is not valid HTTP",
  tls_failed: "The TLS session failed",
};

/**
 * Converts an error of undici or its socket to an `AttemptError`.
 *
 * @param activity the attempt's current phase, for the message: "reading the response's body"
 */
export function toAttemptError(error: Error, activity: string): AttemptError {
  if (error instanceof AttemptError) return error;
  const reported = "code" in error && typeof error.code === "string" ? error.code : "";
  const code = codeOfTransportError[reported] ?? codeByPattern(reported, error);
  const description = descriptions[code] ?? `The connection ended while ${activity}`;
  return new AttemptError(code, `${description} (${error.message}).`);
}

function codeByPattern(reported: string, { name, message }: Error): AttemptErrorCode {
  if (reported.startsWith("ERR_SSL_")) return "tls_failed";
  // undici reports a connection that closes inside a chunk or header as a parser error.
  if (name === "HTTPParserError") return message.includes("EOF") ? "connection_reset" : "invalid_response";
  // undici's message for an unexpected 100 or 101.
  if (reported === "UND_ERR_SOCKET" && message.startsWith("bad ")) return "invalid_response";
  return reported === "ERR_ASSERTION" ? "invalid_response" : "connection_reset";
}
