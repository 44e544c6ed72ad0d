import { text } from "node:stream/consumers";
import type { IncomingMessage } from "node:http";
import { startHttp, type TestHttp } from "@plugboard/test-http";
import { DeliveryError, type DeliveryStore } from "@plugboard/webhook-delivery";
import { special } from "./subject-endpoints.ts";

const waitMilliseconds = 100;

/** A consumer's request: poll or acknowledge. */
export interface PollCall {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
  readonly acknowledges?: boolean | undefined;
}

/** The response to a poll. */
export interface PollPage {
  readonly eventIds: readonly string[];
  readonly cursor?: string | undefined;
}

/** Serves the polled endpoint of a store. */
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
