import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { connect, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { type ConnectionFaultName, type FaultName, faultBehaviors } from "./fault-behaviors.ts";

/** A loopback server that misbehaves on purpose. */
export interface FaultReceiver {
  /** Returns the URL of a fault. */
  urlOf(fault: FaultName): string;
  /** Returns the number of requests received for a fault. */
  requestsOf(fault: FaultName): number;
  /** Returns the number of requests that followed the redirect; 0 for a sender that follows none. */
  trappedRequests(): number;
  close(): Promise<void>;
}

const trapPath = "/trap";

/**
 * Starts a fault receiver on free ports of 127.0.0.1.
 *
 * @example
 * ```ts
 * import { createWebhookSender } from "@plugboard/webhook-delivery";
 * import { createFaultReceiver, faultNames } from "@plugboard/webhook-delivery/testing";
 *
 * const receiver = await createFaultReceiver();
 * const sender = createWebhookSender({ allowNetworks: ["127.0.0.0/8"], allowHttp: true, timeoutMilliseconds: 500 });
 * for (const fault of faultNames) {
 *   const result = await sender.send({ url: receiver.urlOf(fault), secrets: ["whsec_c2VjcmV0"], eventId: "evt_1", body: "{}" });
 *   console.log(fault, result.status ?? result.errorCode);
 * }
 * await sender.close();
 * await receiver.close();
 * ```
 */
export async function createFaultReceiver(): Promise<FaultReceiver> {
  const requests = new Map<string, number>();
  const sockets = new Set<Socket>();
  const http = createHttpServer();
  const silent = createTcpServer();
  const port = await listen(http, sockets);
  const silentPort = await listen(silent, sockets);
  const origin = `http://127.0.0.1:${port}`;
  const connectionFaults: Readonly<Record<ConnectionFaultName, string>> = {
    "refuse-connection": `http://127.0.0.1:${await takeRefusingPort(silentPort, sockets)}/`,
    "no-tls": `https://127.0.0.1:${port}/`,
    "hang-in-tls-handshake": `https://127.0.0.1:${silentPort}/`,
  };
  const connectionFaultUrls = new Map<string, string>(Object.entries(connectionFaults));
  const behaviors = new Map(Object.entries(faultBehaviors));

  http.on("request", (request, response) => {
    const { url = "/", socket } = request;
    const [path = "/"] = url.split("?", 1);
    requests.set(path, (requests.get(path) ?? 0) + 1);
    const behave = behaviors.get(path.slice(1));
    request.resume().once("end", () => {
      if (behave === undefined) response.writeHead(404).end();
      else behave(socket, origin + trapPath);
    });
  });

  return {
    urlOf: (fault) => connectionFaultUrls.get(fault) ?? `${origin}/${fault}`,
    requestsOf: (fault) => requests.get(`/${fault}`) ?? 0,
    trappedRequests: () => requests.get(trapPath) ?? 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([closeServer(http), closeServer(silent)]);
    },
  };
}

async function listen(server: Server, sockets: Set<Socket>): Promise<number> {
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}

/** Returns a port that refuses connections: the local end of a connection that stays open. */
async function takeRefusingPort(openPort: number, sockets: Set<Socket>): Promise<number> {
  const socket = connect(openPort, "127.0.0.1");
  sockets.add(socket);
  socket.on("error", () => {});
  await once(socket, "connect");
  const { localPort } = socket;
  if (localPort === undefined) throw new Error("The connection has no port.");
  return localPort;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
