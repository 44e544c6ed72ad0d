import type { EndpointStatisticsResource } from "@plugboard/api/client";
import type { Endpoint, EndpointStatistics } from "@plugboard/webhook-delivery";
import * as z from "zod";
import type { Services } from "../platform/services.ts";
import { endpointParams, endpointPlaces, findEndpoint } from "./endpoint-place.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { isoTime } from "./to-resource.ts";

const dayMilliseconds = 24 * 3600 * 1000;
const time = z.iso.datetime();
const hour = z.object({
  hour: time,
  delivered: z.int(),
  failed: z.int(),
  attempts: z.int(),
  attemptMilliseconds: z.number(),
});
const schema: z.ZodType<EndpointStatisticsResource> = z.object({
  pending: z.int(),
  sending: z.int(),
  oldestDueAt: time.exactOptional(),
  failingSince: time.exactOptional(),
  hours: z.array(hour).readonly(),
});

/** How endpoints are doing. */
export function createEndpointStatisticsOperations(services: Services): Operation[] {
  const { context, deliveries } = services;
  return endpointPlaces.map(({ path, title }) =>
    defineOperation({
      method: "get",
      path: `${path}/statistics`,
      tag: "Events and deliveries",
      summary: `Read how ${title} is doing, hour by hour`,
      input: { params: z.object(endpointParams), query: z.object({ since: time.exactOptional() }) },
      response: schema,
      handle: async ({ params, query }, principal) => {
        const endpoint = await findEndpoint(services, params, principal);
        const since = query.since === undefined ? context.now() - dayMilliseconds : Date.parse(query.since);
        return toStatisticsResource(endpoint, await deliveries.endpointStatistics(endpoint.id, { since }));
      },
    }),
  );
}

function toStatisticsResource(
  { failingSince }: Endpoint,
  { pending, sending, oldestDueAt, hours }: EndpointStatistics,
): EndpointStatisticsResource {
  return {
    pending,
    sending,
    ...(oldestDueAt !== undefined && { oldestDueAt: isoTime(oldestDueAt) }),
    ...(failingSince !== undefined && { failingSince: isoTime(failingSince) }),
    hours: hours.map((each) => ({ ...each, hour: isoTime(each.hour) })),
  };
}
