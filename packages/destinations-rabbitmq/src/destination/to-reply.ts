import { AttemptError, type DestinationReply } from "@plugboard/webhook-delivery";

/** `resource-error` of AMQP 0-9-1, for a broker without room for a message. */
const resourceError = 506;
/** The broker refuses the login, or the virtual host doesn't exist or isn't allowed. */
const refusals: ReadonlySet<number> = new Set([403, 530]);

/**
 * Converts an error of the client. AMQP's reply codes have the meaning of HTTP's: 403 and 404 don't change with a
 * retry, 5xx can. A connection that ends says nothing about a message, whatever its code.
 *
 * @throws {AttemptError} if the broker sent no reply
 */
export function toReply(error: unknown): DestinationReply {
  if (error instanceof AttemptError) throw error;
  if (error instanceof RangeError) {
    throw new AttemptError("invalid_request", "The headers or names of the message are too long for AMQP.", {
      cause: error,
    });
  }
  const message = error instanceof Error ? error.message : String(error);
  if (message === "Message rejected") {
    return {
      status: resourceError,
      text: "The broker rejected the message (basic.nack), for example because a queue is full.",
    };
  }
  const [, subject = "", text = "", code = ""] =
    /^(connection|channel \d+) closed: (.*) \((\d{3})\)$/s.exec(message) ?? [];
  const status = Number(code);
  // A code below 300 would be read as a confirmation.
  if ((subject.startsWith("channel") && status >= 300) || refusals.has(status)) return { status, text };
  throw new AttemptError("connection_reset", `The broker closed the connection (${text || message}).`, {
    cause: error,
  });
}

/** Returns the reply of a broker that has blocked the connection, for example because it is out of memory. */
export function toBlockedReply(reason: string): DestinationReply {
  return {
    status: resourceError,
    text: `The broker accepts no messages at the moment (connection.blocked: ${reason}).`,
  };
}
