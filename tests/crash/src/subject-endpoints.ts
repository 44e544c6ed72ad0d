import type { EndpointInput } from "@plugboard/webhook-delivery";

/** Endpoints of a process under test about which more is known than that everything arrives. */
export const special = {
  /** Most of its events expire before they are sent, and recoveries send them after all. */
  brief: "brief",
  /** Its events are expunged as soon as they are delivered. It is its own tenant. */
  private: "private",
  /** Consumers poll it. */
  polled: "polled",
} as const;

/** Endpoints that are sent what comes. */
export const webhookIds: readonly string[] = ["one", "two", "three", "four", "five"];

/** How many events a bulk has, which are enqueued in one call for the polled endpoint. */
export const bulkSize = 10_000;

/** The type of events that come in bulk; their ids are the bulk's with a number. */
export const bulkType = "bulk";

/** The endpoints of a process under test, which send to a URL unless they are polled. */
export function subjectEndpoints(url: string): readonly EndpointInput[] {
  const common = { eventTypes: [], secrets: ["whsec_Y3Jhc2ggdGVzdA=="] };
  return [
    ...webhookIds.map((id) => ({ ...common, id, url })),
    { ...common, id: special.brief, url },
    { ...common, id: special.private, tenant: special.private, url },
    { ...common, id: special.polled, polling: true },
  ];
}
