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
/** The smallest size that a server may propose. */
const minFrameBytes = 4_096;
/** Type, channel and size come before a frame's payload, and an end mark after it. */
const frameOverhead = 8;
const contentHeaderType = 2;
/** How long a closing connection may take to send its buffered bytes (ms). */
const closingMilliseconds = 1_000;
/** The number of bytes that a broker may send for the login, and for each message besides returning it. */
const allowedReplyBytes = 65_536;

/**
 * Buffers that aren't used again. A broker can close a channel while the socket still holds a buffer with the rest of
 * its message, and the next message would overwrite it.
 */
class SingleUseBuffers extends Array<AMQPView> {
  override push(): number {
    return 0;
  }
}

/**
 * An AMQP client on a socket that is already connected. The package's own client opens its socket itself, which would
 * bypass the address guard.
 */
export class SocketClient extends AMQPBaseClient {
  /** Replaces a field that the base class doesn't declare in its types. */
  readonly bufferPool: AMQPView[] = new SingleUseBuffers();
  readonly #socket: Socket;
  #unread: Buffer = Buffer.alloc(0);
  #lost: Error | undefined;
  #allowedBytes = allowedReplyBytes;
  #largestBody = 0;

  constructor(socket: Socket, { vhost, username, password }: BrokerLogin) {
    super(vhost, username, password, "Plugboard", undefined, maxFrameBytes);
    this.#socket = socket;
  }

  override async connect(): Promise<AMQPBaseClient> {
    await new Promise((resolve, reject) => {
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
      void this.send(protocolHeader);
    });
    // 0 is no limit.
    if (this.frameMax === 0) this.frameMax = maxFrameBytes;
    if (this.frameMax < minFrameBytes) throw notAmqp();
    return this;
  }

  // Never rejects: the socket's close fails everything that waits for a reply. The base class doesn't handle
  // rejections, and waits for this promise before it handles those of the reply.
  override send(bytes: Uint8Array): Promise<void> {
    this.#socket.write(bytes);
    return Promise.resolve();
  }

  /** Allows the broker to reply to a message, which it can return. */
  expectReply(body: Uint8Array): void {
    this.#allowedBytes += allowedReplyBytes + body.length;
    this.#largestBody = Math.max(this.#largestBody, body.length);
  }

  /** Closes the connection without waiting for the broker's reply. Its messages and login fail with the reason. */
  destroy(reason?: AttemptError): void {
    this.#lost ??= reason;
    if (!this.closed) this.close().catch(() => {});
    this.closeSocket();
  }

  protected override closeSocket(): void {
    this.closed = true;
    // Buffered bytes, such as the reply to a close, are still sent, but a broker that doesn't read can't keep the socket.
    this.#socket.end(() => this.#socket.destroy());
    setTimeout(() => this.#socket.destroy(), closingMilliseconds).unref();
  }

  #read(chunk: Buffer): void {
    this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk]);
    this.#allowedBytes -= chunk.length;
    try {
      if (this.#allowedBytes < 0) throw notAmqp();
      while (this.#unread.length >= frameOverhead) {
        const size = this.#unread.readUInt32BE(3) + frameOverhead;
        // A server that doesn't speak AMQP 0-9-1 replies with other bytes.
        if (size > maxFrameBytes || this.#unread.toString("latin1", 0, 4) === "AMQP") throw notAmqp();
        if (this.#unread.length < size) return;
        const frame = this.#unread.subarray(0, size);
        this.#unread = this.#unread.subarray(size);
        // The base class allocates the announced size.
        if (frame[0] === contentHeaderType && frame.readBigUInt64BE(11) > this.#largestBody) throw notAmqp();
        this.parseFrames(new AMQPView(frame.buffer, frame.byteOffset, size));
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
