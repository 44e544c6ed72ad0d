import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo } from "node:net";
import { createSampleReceiver } from "@plugboard/sample-webhook-receiver";
import { createNodeHandler } from "@plugboard/webhook-receiver/node";

/** The sample receiver, with simulated failures and downtime. */
export interface WebhookTarget {
  readonly url: string;
  /** The receiver's output: one line per handled event. */
  readonly printed: readonly string[];
  /** The response status of every request. */
  readonly statuses: readonly number[];
  /** Responds to the next requests with these statuses. */
  readonly failNext: (...statuses: readonly number[]) => void;
  readonly goDown: () => Promise<void>;
  readonly comeUp: () => Promise<void>;
}

export async function startWebhookTarget(
  secret: (event: { readonly installationId?: string | undefined }) => Promise<string[]>,
): Promise<WebhookTarget> {
  const printed: string[] = [];
  const statuses: number[] = [];
  let failures: readonly number[] = [];
  const handle = createNodeHandler(createSampleReceiver({ secret, print: (line) => printed.push(line) }));
  const listen = async (port: number): Promise<Server> => {
    const server = createServer((request, response) => {
      response.on("finish", () => statuses.push(response.statusCode));
      const [failure, ...rest] = failures;
      failures = rest;
      if (failure === undefined) handle(request, response);
      else {
        request.resume();
        response.writeHead(failure).end("not now");
      }
    });
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return server;
  };
  let server = await listen(0);
  const { port }: AddressInfo = JSON.parse(JSON.stringify(server.address()));
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    printed,
    statuses,
    failNext: (...statuses) => {
      failures = statuses;
    },
    goDown: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
    comeUp: async () => {
      server = await listen(port);
    },
  };
}
