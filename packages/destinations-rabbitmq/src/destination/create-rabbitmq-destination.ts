import { createHash } from "node:crypto";
import type { AMQPMessage, AMQPProperties } from "@cloudamqp/amqp-client";
import {
  AttemptError,
  type AttemptErrorCode,
  type Destination,
  type DestinationMessage,
  type DestinationReply,
  type DestinationTarget,
  type GuardedNetwork,
  type PublishOptions,
} from "@plugboard/webhook-delivery";
import { type BrokerConnection, createBrokerPool } from "../broker/broker-pool.ts";
import { SocketClient } from "../broker/socket-client.ts";
import { checkTarget, parseBrokerUrl, routeOf } from "./rabbitmq-target.ts";
import { toBlockedReply, toReply } from "./to-reply.ts";

/** Options of `createRabbitMqDestination`. */
export interface RabbitMqDestinationOptions {
  /** A connection without messages is closed after this time (ms). Defaults to 30,000. */
  readonly idleMilliseconds?: number | undefined;
  /** The maximum number of connections without messages in flight. Defaults to 256. */
  readonly maxIdleConnections?: number | undefined;
}

// Constants of AMQP 0-9-1.
const persistent = 2;
const replySuccess = 200;
const noRoute = 312;

/** The timeout of opening a connection, which several attempts can wait for. */
const openingMilliseconds = 10_000;

/**
 * Creates the destination `rabbitmq`. A delivery is a persistent message, which counts as delivered when the broker has
 * confirmed it. The event ID is the message ID, and the headers contain the signatures.
 *
 * @example
 * import { createRabbitMqDestination } from "@plugboard/destinations-rabbitmq";
 * import { createWebhookSender } from "@plugboard/webhook-delivery";
 *
 * const sender = createWebhookSender({ destinations: [createRabbitMqDestination()] });
 * sender.checkEndpoint({
 *   url: "amqps://broker.example.com/production",
 *   options: {
 *     destination: {
 *       type: "rabbitmq",
 *       settings: { username: "acme", exchange: "events" },
 *       secrets: { password: "the password of the user" },
 *     },
 *   },
 * });
 */
export function createRabbitMqDestination({
  idleMilliseconds = 30_000,
  maxIdleConnections = 256,
}: RabbitMqDestinationOptions = {}): Destination {
  return {
    type: "rabbitmq",
    name: "RabbitMQ",
    url: { label: "Broker URL", example: "amqps://broker.example.com/virtual-host" },
    fields: [
      { name: "username", label: "User name", isRequired: true },
      { name: "password", label: "Password", isRequired: true, isSecret: true },
      { name: "exchange", label: "Exchange", hint: "Must exist. Defaults to the default exchange." },
      {
        name: "routingKey",
        label: "Routing key",
        hint: "Defaults to the event type. With the default exchange, it is the name of the queue and required.",
      },
    ],
    check: checkTarget,
    addressOf(message, target) {
      const { exchange, routingKey } = routeOf(message, target);
      return { exchange, "routing-key": routingKey };
    },
    open(network) {
      const pool = createBrokerPool({ idleMilliseconds, maxIdleConnections });
      const closing = new AbortController();
      return {
        async publish(message, target, { signal, timings }) {
          // If several attempts wait for a connection, the first one has its timings.
          const open = () => openClient(network, target, { signal: closing.signal, timings });
          const action = (connection: BrokerConnection) => publishOn(connection, message, { target, signal });
          try {
            return await pool.use(keyOf(target), open, action, signal);
          } catch (error) {
            return toReply(error);
          }
        },
        async close() {
          closing.abort();
          pool.close();
        },
      };
    },
  };
}

function keyOf({ url, settings, secrets, clientCertificate }: DestinationTarget): string {
  const identity = [url, settings["username"], secrets["password"], clientCertificate];
  return createHash("sha256").update(JSON.stringify(identity)).digest("base64");
}

async function openClient(
  network: GuardedNetwork,
  { url, settings, secrets, clientCertificate }: DestinationTarget,
  { signal: closing, timings }: PublishOptions,
): Promise<SocketClient> {
  const { vhost, ...address } = parseBrokerUrl(url);
  const opening = new AbortController();
  let client: SocketClient | undefined;
  const giveUp = (code: AttemptErrorCode, message: string): void => {
    const error = new AttemptError(code, message);
    opening.abort(error);
    client?.destroy(error);
  };
  const onClose = (): void => giveUp("aborted", "The sender was closed.");
  const onTimeout = (): void => giveUp("timeout", `No connection within ${openingMilliseconds} ms.`);
  const timer = setTimeout(onTimeout, openingMilliseconds);
  closing.addEventListener("abort", onClose, { once: true });
  if (closing.aborted) onClose();
  try {
    const socket = await network.connect(
      { ...address, clientCertificate },
      { signal: opening.signal, timings },
    );
    const { username = "" } = settings;
    const { password = "" } = secrets;
    client = new SocketClient(socket, { vhost, username, password });
    await client.connect();
    return client;
  } catch (error) {
    client?.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
    closing.removeEventListener("abort", onClose);
  }
}

/** Publishes a message on a channel of its own, so that a channel error concerns no other message. */
function publishOn(
  { client, channels }: BrokerConnection,
  { body, headers, eventId, eventType, timestamp }: DestinationMessage,
  { target, signal }: { readonly target: DestinationTarget; readonly signal: AbortSignal },
): Promise<DestinationReply> {
  const { exchange, routingKey } = routeOf({ eventType }, target);
  const { "content-type": contentType, ...others } = headers;
  const properties: AMQPProperties = {
    contentType: contentType ?? "application/json",
    deliveryMode: persistent,
    headers: others,
    messageId: eventId,
    timestamp: new Date(timestamp * 1_000),
    type: eventType,
  };
  return channels.use(async (channel) => {
    signal.throwIfAborted();
    if (client.blocked !== undefined) return toBlockedReply(client.blocked);
    let returned: AMQPMessage | undefined;
    channel.onReturn = (message) => {
      returned = message;
    };
    client.expectReply(body);
    await channel.basicPublish(exchange, routingKey, body, properties, true);
    // A message that can't be routed is returned before it is confirmed.
    if (returned === undefined) return { status: replySuccess };
    const { replyText = "NO_ROUTE" } = returned;
    const text = `${replyText}: no queue is bound to the exchange ${JSON.stringify(exchange)} for the routing key ${JSON.stringify(routingKey)}.`;
    return { status: noRoute, text };
  });
}
