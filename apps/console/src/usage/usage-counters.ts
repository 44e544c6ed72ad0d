import { type Counter } from "../product/console-product.ts";
import { formatDuration } from "../ui/format.ts";

/** The counters of the platform, in the order of the usage page. */
export const platformCounters: readonly Counter[] = [
  { kind: "sum", name: "requests", title: "API key requests", rate: "requests" },
  { kind: "sum", name: "acceptedEvents", title: "Events", rate: "emittedEvents" },
  { kind: "sum", name: "tasks", title: "Tasks", rate: "tasks" },
  { kind: "sum", name: "scriptMilliseconds", title: "Script time", format: formatDuration },
  { kind: "level", name: "events", title: "Stored events" },
  { kind: "level", name: "storedCharacters", title: "Stored characters" },
  { kind: "level", name: "webhookEndpoints", title: "Webhook endpoints", limit: "maxWebhookEndpoints" },
  {
    kind: "level",
    name: "deliveriesInFlight",
    title: "Deliveries in flight",
    limit: "maxDeliveriesInFlight",
  },
  { kind: "level", name: "installations", title: "Installations" },
  { kind: "level", name: "members", title: "Members" },
  { kind: "level", name: "apiKeys", title: "API keys" },
];
