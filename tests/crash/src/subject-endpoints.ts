import type { EndpointInput } from "@plugboard/webhook-delivery";

/** Endpoints of a process under test with additional expectations. */
export const special = {
  /** Most of its events expire before they are sent and are resent by recoveries. */
  brief: "brief",
  /** Its events are expunged as soon as they are delivered. Belongs to a separate tenant. */
  private: "private",
  /** Polled by consumers. */
  polled: "polled",
} as const;

/** Endpoints that receive all events. */
export const webhookIds: readonly string[] = ["one", "two", "three", "four", "five"];

/** The number of events per bulk, enqueued in one call for the polled endpoint. */
export const bulkSize = 10_000;

/** The type of bulk events. Their IDs consist of the bulk's ID and a number. */
export const bulkType = "bulk";

/** Returns the endpoints of a process under test. All but the polled one send to the URL. */
export function subjectEndpoints(url: string): readonly EndpointInput[] {
  const common = { eventTypes: [], secrets: ["whsec_Y3Jhc2ggdGVzdA=="] };
  return [
    ...webhookIds.map((id) => ({ ...common, id, url })),
    { ...common, id: special.brief, url },
    { ...common, id: special.private, tenant: special.private, url },
    { ...common, id: special.polled, polling: true },
  ];
}
