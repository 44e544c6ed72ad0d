import type { Socket } from "node:net";
import type { ClientCertificate, EndpointDestination } from "../model/endpoint.ts";
import type { ConnectTimings } from "./guarded-connection.ts";
import type { GuardedClient } from "./guarded-client.ts";
import type { RequestHeaders } from "./exchange.ts";

/** A setting or secret of a destination, as a form shows it. */
export interface DestinationField {
  /** The name in `settings` or `secrets`. */
  readonly name: string;
  readonly label: string;
  /** One sentence: the meaning, and the default of an optional field. */
  readonly hint?: string | undefined;
  /** Secrets are encrypted at rest and never shown again. */
  readonly isSecret?: boolean | undefined;
  readonly isRequired?: boolean | undefined;
}

/** Where an endpoint's messages go. */
export interface DestinationTarget extends Omit<EndpointDestination, "type"> {
  readonly url: string;
  readonly clientCertificate?: ClientCertificate | undefined;
}

/** The message of one attempt. */
export interface DestinationMessage {
  /** The same on every attempt, so that consumers can skip duplicates. */
  readonly eventId: string;
  readonly eventType: string;
  /**
   * How often a user or a recovery has resent the delivery; the same on its automatic retries. A system that drops
   * duplicates by itself must accept a message again when this changes.
   */
  readonly resends: number;
  /** Set if the event has an ordering key. */
  readonly orderingKey?: string | undefined;
  /** The exact bytes that are signed. */
  readonly body: Buffer;
  /**
   * The endpoint's own headers, content type, signatures, and `traceparent` if the attempt is traced, with lowercase
   * names.
   */
  readonly headers: RequestHeaders;
  /** Unix time (seconds). */
  readonly timestamp: number;
}

/**
 * A destination's reply to a message. Its status decides like that of a webhook's response: 2xx is delivered, 429 and
 * 5xx are retried, others fail. Translate replies that would be misread.
 */
export interface DestinationReply {
  /** From 200 to 599. */
  readonly status: number;
  /** The destination's own words, for the attempt log. Secrets of the endpoint are replaced in it. */
  readonly text?: string | undefined;
}

/** Options of one attempt. */
export interface PublishOptions {
  /** Aborted when the attempt times out or is no longer wanted. */
  readonly signal: AbortSignal;
  /** Filled in if the attempt opens a connection. */
  readonly timings: ConnectTimings;
}

/** Publishes messages. Created once per sender, so it can pool connections. */
export interface DestinationPublisher {
  /**
   * Resolves with the destination's reply. A 2xx status means that it has stored the message: never report one for a
   * message that is only sent.
   *
   * @throws {AttemptError} if there was no reply
   */
  publish(
    message: DestinationMessage,
    target: DestinationTarget,
    options: PublishOptions,
  ): Promise<DestinationReply>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** A connection for `GuardedNetwork.connect`. */
export interface GuardedTarget {
  /** TLS is used if it ends with an s, as in `amqps:`. */
  readonly protocol: string;
  readonly hostname: string;
  readonly port: number;
  readonly clientCertificate?: ClientCertificate | undefined;
}

/** The sender's network, which connects to allowed addresses only. Destinations open no other connections. */
export interface GuardedNetwork {
  readonly client: GuardedClient;
  /**
   * Opens a connection, with TLS if the protocol requires it.
   *
   * @throws {AttemptError} `blocked_address`, `insecure_url`, `dns_failed`, `connection_refused`,
   * `connection_failed`, `tls_failed`
   */
  connect(target: GuardedTarget, options: PublishOptions): Promise<Socket>;
  /** The clock (Unix time, ms). */
  readonly now: () => number;
}

/** A kind of system that receives events as messages, such as a queue. Pass it to `createWebhookSender`. */
export interface Destination {
  /** The `type` of endpoint destinations. Never changes. */
  readonly type: string;
  /** The system's name, such as `RabbitMQ`. */
  readonly name: string;
  /** The form of an endpoint's `url`. */
  readonly url: { readonly label: string; readonly example: string };
  readonly fields: readonly DestinationField[];
  /**
   * Checks the settings of an endpoint beyond the fields, and returns the host that messages are sent to; `undefined`
   * if the operator chose it. Error parts are `url` and `options.destination.settings.…`.
   *
   * @throws {DeliveryError} `invalid_endpoint`
   */
  readonly check: (
    target: DestinationTarget,
  ) => { readonly protocol: string; readonly hostname: string } | undefined;
  /** Returns the public parts of a message's address for the attempt log, such as exchange and routing key. */
  readonly addressOf: (
    message: Pick<DestinationMessage, "eventType" | "orderingKey">,
    target: DestinationTarget,
  ) => Readonly<Record<string, string>>;
  readonly open: (network: GuardedNetwork) => DestinationPublisher;
}
