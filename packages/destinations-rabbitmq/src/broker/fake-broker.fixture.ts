import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** A client's connection to the broker. */
export interface BrokerPeer {
  readonly socket: Socket;
  /** Sends a method frame. */
  readonly reply: (channel: number, method: Method, ...fields: readonly Buffer[]) => void;
  /** Confirms a channel's next message, or rejects it. */
  readonly confirm: (channel: number, isRejected?: boolean) => void;
}

/** The class and the method of a frame, as AMQP 0-9-1 numbers them. */
export type Method = readonly [classId: number, methodId: number];

/** Responds to a method of a client. */
export type Respond = (peer: BrokerPeer, channel: number) => void;

/** A loopback server that speaks as much AMQP as a publisher needs. */
export interface FakeBroker {
  readonly port: number;
  /** The methods received so far, as `class.method`. */
  readonly received: readonly string[];
  /** The open connections. */
  readonly sockets: ReadonlySet<Socket>;
  close(): Promise<void>;
}

export const methods = {
  start: [10, 10],
  tune: [10, 30],
  openOk: [10, 41],
  blocked: [10, 60],
  unblocked: [10, 61],
  channelOpenOk: [20, 11],
  channelClose: [20, 40],
  selectOk: [85, 11],
  returned: [60, 50],
  ack: [60, 80],
  nack: [60, 120],
} as const satisfies Record<string, Method>;

export const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
export const u32 = (value: number): Buffer => Buffer.concat([u16(value >>> 16), u16(value & 0xffff)]);
export const u64 = (value: number): Buffer =>
  Buffer.concat([u32(Math.floor(value / 2 ** 32)), u32(value % 2 ** 32)]);
export const shortText = (text: string): Buffer => Buffer.concat([Buffer.of(text.length), Buffer.from(text)]);

/** Returns a frame of type 1 (method), 2 (header), 3 (body) or 8 (heartbeat). */
export function toFrame(type: number, channel: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([Buffer.of(type), u16(channel), u32(payload.length), payload, Buffer.of(0xce)]);
}

/** @param responses by `class.method`, instead of the broker's own */
export async function startFakeBroker(
  responses: Readonly<Record<string, Respond>> = {},
  { channelMax = 0, frameMax = 131_072 }: { readonly channelMax?: number; readonly frameMax?: number } = {},
): Promise<FakeBroker> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const own: Readonly<Record<string, Respond>> = {
    header: ({ reply }) =>
      reply(0, methods.start, Buffer.of(0, 9), u32(0), u32(5), Buffer.from("PLAIN"), u32(0)),
    "10.11": ({ reply }) => reply(0, methods.tune, u16(channelMax), u32(frameMax), u16(0)),
    "10.40": ({ reply }) => reply(0, methods.openOk, Buffer.of(0)),
    "20.10": ({ reply }, channel) => reply(channel, methods.channelOpenOk, u32(0)),
    "85.10": ({ reply }, channel) => reply(channel, methods.selectOk),
    "60.40": ({ confirm }, channel) => confirm(channel),
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    /** Delivery tags by channel. */
    const tags = new Map<number, number>();
    const peer: BrokerPeer = {
      socket,
      reply: (channel, [classId, methodId], ...fields) =>
        void socket.write(toFrame(1, channel, Buffer.concat([u16(classId), u16(methodId), ...fields]))),
      confirm: (channel, isRejected = false) => {
        const tag = (tags.get(channel) ?? 0) + 1;
        tags.set(channel, tag);
        peer.reply(channel, isRejected ? methods.nack : methods.ack, u64(tag), Buffer.of(0));
      },
    };
    const respond = (name: string, channel: number): void => {
      received.push(name);
      (responses[name] ?? own[name])?.(peer, channel);
    };
    let unread = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      unread = Buffer.concat([unread, chunk]);
      if (unread.toString("latin1", 0, 4) === "AMQP") {
        unread = unread.subarray(8);
        respond("header", 0);
      }
      while (unread.length >= 8 && unread.length >= unread.readUInt32BE(3) + 8) {
        const [type, channel] = [unread[0], unread.readUInt16BE(1)];
        const name = type === 1 ? `${unread.readUInt16BE(7)}.${unread.readUInt16BE(9)}` : undefined;
        unread = unread.subarray(unread.readUInt32BE(3) + 8);
        if (name !== undefined) respond(name, channel);
      }
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("a TCP server has a port");
  return {
    port: address.port,
    received,
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
