import type { Socket } from "node:net";
import { AMQPBaseClient } from "@cloudamqp/amqp-client";
import { AMQPView } from "@cloudamqp/amqp-client/amqp-view";
import { AttemptError } from "@plugboard/webhook-delivery";

/** The login of a connection. */
export interface BrokerLogin {
  readonly vhost: string;
  readonly username: string;
  readonly password: string;
}

const protocolHeader = Uint8Array.of(0x41, 0x4d, 0x51, 0x50, 0, 0, 9, 1);
/** The size that RabbitMQ proposes. Each message in flight buffers one frame. */
const maxFrameBytes = 131_072;
/** Type, channel and size come before a frame's payload, and an end mark after it. */
const frameOverhead = 8;

/**
 * An AMQP client on a socket that is already connected. The package's own client opens its socket itself, which would
 * bypass the address guard.
 */
export class SocketClient extends AMQPBaseClient {
  readonly #socket: Socket;
  #unread: Buffer = Buffer.alloc(0);
  #lost: Error | undefined;

  constructor(socket: Socket, { vhost, username, password }: BrokerLogin) {
    super(vhost, username, password, "Plugboard", undefined, maxFrameBytes);
    this.#socket = socket;
  }

  override connect(): Promise<AMQPBaseClient> {
    return new Promise((resolve, reject) => {
      this.connectPromise = [resolve, reject];
      this.#socket.on("data", (chunk: Buffer) => this.#read(chunk));
      this.#socket.on("error", (error) => (this.#lost ??= error));
      this.#socket.on("close", () => {
        const error = this.#lost ?? new AttemptError("connection_reset", "The broker closed the connection.");
        this.closed = true;
        for (const channel of this.channels) channel?.setClosed(error);
        reject(error);
        this.ondisconnect?.(error);
      });
      this.send(protocolHeader).catch(reject);
    });
  }

  override send(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.write(bytes, (error) => (error instanceof Error ? reject(error) : resolve()));
    });
  }

  /** Closes the connection without waiting for the broker's reply. */
  destroy(): void {
    if (!this.closed) this.close().catch(() => {});
    this.closeSocket();
  }

  protected override closeSocket(): void {
    this.closed = true;
    // Sends what is buffered, such as the reply to a close.
    this.#socket.end(() => this.#socket.destroy());
  }

  #read(chunk: Buffer): void {
    this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk]);
    try {
      while (this.#unread.length >= frameOverhead) {
        const size = this.#unread.readUInt32BE(3) + frameOverhead;
        // A server that doesn't speak AMQP 0-9-1 replies with other bytes.
        if (size > maxFrameBytes || this.#unread.toString("latin1", 0, 4) === "AMQP") throw notAmqp();
        if (this.#unread.length < size) return;
        const { buffer, byteOffset } = this.#unread;
        this.#unread = this.#unread.subarray(size);
        this.parseFrames(new AMQPView(buffer, byteOffset, size));
      }
    } catch (error) {
      this.#lost ??= error instanceof AttemptError ? error : notAmqp(error);
      this.#socket.destroy();
    }
  }
}

function notAmqp(cause?: unknown): AttemptError {
  return new AttemptError("invalid_response", "The server doesn't speak AMQP 0-9-1.", { cause });
}
