import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";

/** The behaviors of a fault receiver. `accept` is the correct one. */
export const faultNames = [
  "accept",
  "refuse-connection",
  "no-tls",
  "hang-in-tls-handshake",
  "hang-before-headers",
  "hang-mid-body",
  "slow-drip",
  "reset-before-headers",
  "reset-mid-body",
  "close-mid-body",
  "endless-body",
  "gzip-bomb",
  "not-gzip",
  "huge-headers",
  "invalid-http",
  "unasked-upgrade",
  "redirect-to-loopback",
  "status-400",
  "status-401",
  "status-410",
  "status-429-retry-after",
  "status-500",
  "status-503-retry-after",
] as const;

/** The name of a fault. */
export type FaultName = (typeof faultNames)[number];

/** Faults that occur before a request arrives, so that there is no response. */
export type ConnectionFaultName = "refuse-connection" | "no-tls" | "hang-in-tls-handshake";

/** Responds to a complete request directly on the socket. */
export type FaultBehavior = (socket: Socket, trapUrl: string) => void;

const mebibyte = 1_048_576;
const brokenOff = toHead("200 OK", ["content-length: 100"]) + "only this";

/** The responses to a request, by fault. */
export const faultBehaviors: Readonly<Record<Exclude<FaultName, ConnectionFaultName>, FaultBehavior>> = {
  accept: respond("200 OK", ["content-type: application/json"], '{"received":true}'),
  "hang-before-headers": () => {},
  "hang-mid-body": (socket) => socket.write(brokenOff),
  "slow-drip": (socket) => {
    socket.write(toHead("200 OK", ["content-length: 1000000"]));
    const timer = setInterval(() => socket.write("."), 20);
    socket.once("close", () => clearInterval(timer));
  },
  "reset-before-headers": (socket) => socket.resetAndDestroy(),
  "reset-mid-body": (socket) => {
    socket.write(brokenOff);
    // A reset makes the client drop unread data: let it read the headers first.
    setTimeout(() => socket.resetAndDestroy(), 200);
  },
  "close-mid-body": (socket) => socket.end(brokenOff),
  "endless-body": (socket) => {
    const chunk = Buffer.alloc(65_536, "spam ");
    const fill = (): void => {
      let hasRoom = socket.writable;
      while (hasRoom) hasRoom = socket.write(chunk);
    };
    socket.write(toHead("200 OK", []));
    socket.on("drain", fill);
    fill();
  },
  "gzip-bomb": (socket) => {
    const bomb = gzipSync(Buffer.alloc(16 * mebibyte));
    socket.write(toHead("200 OK", ["content-encoding: gzip", `content-length: ${bomb.length}`]));
    socket.end(bomb);
  },
  "not-gzip": respond("200 OK", ["content-encoding: gzip"], "plain text"),
  "huge-headers": respond("200 OK", [`x-filler: ${"x".repeat(65_536)}`], ""),
  "invalid-http": (socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n"),
  "unasked-upgrade": (socket) => {
    socket.end("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n");
  },
  "redirect-to-loopback": (socket, trapUrl) => {
    respond("307 Temporary Redirect", [`location: ${trapUrl}`], "")(socket, trapUrl);
  },
  "status-400": respond("400 Bad Request", [], "no"),
  "status-401": respond("401 Unauthorized", ["content-type: application/json"], '{"error":"no match"}'),
  "status-410": respond("410 Gone", [], "gone"),
  "status-429-retry-after": respond("429 Too Many Requests", ["retry-after: 7"], "slow down"),
  "status-500": respond("500 Internal Server Error", [], "broken"),
  "status-503-retry-after": respond("503 Service Unavailable", ["retry-after: 30"], "back soon"),
};

function respond(statusLine: string, headers: readonly string[], body: string): FaultBehavior {
  return (socket) => {
    socket.end(toHead(statusLine, [...headers, `content-length: ${Buffer.byteLength(body)}`]) + body);
  };
}

function toHead(statusLine: string, headers: readonly string[]): string {
  return [`HTTP/1.1 ${statusLine}`, "connection: close", ...headers, "", ""].join("\r\n");
}
