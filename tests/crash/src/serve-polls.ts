import { text } from "node:stream/consumers";
import type { IncomingMessage } from "node:http";
import { startHttp, type TestHttp } from "@plugboard/test-http";
import { DeliveryError, type DeliveryStore } from "@plugboard/webhook-delivery";
import { special } from "./subject-endpoints.ts";

const waitMilliseconds = 100;

/** What a consumer asks for: deliveries, or to have them acknowledged. */
export interface PollCall {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
  readonly acknowledges?: boolean | undefined;
}

/** What a poll responds with. */
export interface PollPage {
  readonly eventIds: readonly string[];
  readonly cursor?: string | undefined;
}

/** Serves the polled endpoint of a store to consumers. */
export async function servePolls(store: DeliveryStore): Promise<TestHttp> {
  const respond = async (request: IncomingMessage): Promise<PollPage> => {
    const { cursor, limit, acknowledges = false }: PollCall = JSON.parse(await text(request));
    if (acknowledges) {
      await store.acknowledge(special.polled, cursor ?? "");
      return { eventIds: [] };
    }
    const poll = await store.poll({ endpointId: special.polled, cursor, limit, waitMilliseconds });
    return { eventIds: poll.deliveries.map(({ eventId }) => eventId), cursor: poll.cursor };
  };
  return await startHttp((request, response) => {
    respond(request).then(
      (page) => response.end(JSON.stringify(page)),
      (error: unknown) => {
        const isRefused = error instanceof DeliveryError && error.code !== "unavailable";
        response.writeHead(isRefused ? 400 : 503).end(String(error));
      },
    );
  });
}
