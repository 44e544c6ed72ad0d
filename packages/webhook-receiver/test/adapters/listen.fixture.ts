import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export interface RunningServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Serves a listener on a free local port. */
export function listen(listener: Listener): Promise<RunningServer> {
  return new Promise((resolve, reject) => {
    const server = createServer((request, response) => void listener(request, response));
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") return reject(new Error("The server has no port"));
      resolve({
        url: `http://127.0.0.1:${address.port}/webhooks`,
        stop: () =>
          new Promise((stopped) => {
            server.close(() => stopped());
            server.closeAllConnections();
          }),
      });
    });
  });
}
