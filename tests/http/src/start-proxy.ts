import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { startHttp, type TestHttp } from "./start-http.ts";

/** A request to a proxy. */
export interface ProxyRequest {
  /** The target host and port. */
  readonly target: string;
  /** The `proxy-authorization` header. */
  readonly authorization: string | undefined;
  /** The address of the client. */
  readonly remoteAddress: string | undefined;
}

/** A CONNECT proxy on a free local port. */
export interface TestProxy extends Pick<TestHttp, "port" | "close"> {
  /** All requests, oldest first. */
  readonly asked: readonly ProxyRequest[];
}

/** Starts a proxy that requires `name:password`. */
export async function startProxy(credentials: string): Promise<TestProxy> {
  const asked: ProxyRequest[] = [];
  const sockets = new Set<Duplex>();
  const wanted = `Basic ${Buffer.from(credentials).toString("base64")}`;
  const { server, port, close } = await startHttp((_request, response) => response.writeHead(405).end());
  server.on("connect", ({ url = "", headers, socket: { remoteAddress } }, socket) => {
    const authorization = headers["proxy-authorization"];
    asked.push({ target: url, authorization, remoteAddress });
    sockets.add(socket);
    if (authorization !== wanted) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
      return;
    }
    const target = new URL(`http://${url}`);
    const onward = connect(Number(target.port), target.hostname, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    const end = (): void => {
      onward.destroy();
      socket.destroy();
    };
    for (const side of [onward, socket]) side.on("error", end).on("close", end);
  });
  return {
    port,
    asked,
    close: async () => {
      // The server doesn't track upgraded sockets.
      for (const socket of sockets) socket.destroy();
      await close();
    },
  };
}
