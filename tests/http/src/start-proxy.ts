import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { startHttp, type TestHttp } from "./start-http.ts";

/** What a proxy was asked for. */
export interface ProxyRequest {
  /** Host and port of where to. */
  readonly target: string;
  /** Its `proxy-authorization` header. */
  readonly authorization: string | undefined;
  /** The address that asked. */
  readonly remoteAddress: string | undefined;
}

/** A proxy for CONNECT, on a free port of this machine. */
export interface TestProxy extends Pick<TestHttp, "port" | "close"> {
  /** All that it was asked for, oldest first. */
  readonly asked: readonly ProxyRequest[];
}

/** Starts a proxy that wants a user's name and password, as `name:password`. */
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
      // The server knows nothing more of sockets that it has given away.
      for (const socket of sockets) socket.destroy();
      await close();
    },
  };
}
