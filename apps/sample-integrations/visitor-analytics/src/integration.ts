import { createIntegration } from "@plugboard/content/integration";
import type { IntegrationContext } from "@plugboard/runtime";
import { type Measurement, pageOf, parseMeasurements } from "./batch.ts";
import type { IntegrationTypes } from "./service-manifest.types.ts";

type Context = IntegrationContext<IntegrationTypes>;

/** Pending measurements by installation. A process that exits loses at most a few seconds of views. */
const waiting = new Map<string, Measurement[]>();

/**
 * Collects views and ratings and posts them in batches. Each batch is sent in a task, which the platform
 * stores and retries while the analytics service is down.
 */
export const integration = createIntegration<IntegrationTypes>({
  events: {
    site_view: ({ eventId, url }, context) => add({ id: eventId, kind: "view", url: pageOf(url) }, context),
    page_feedback: ({ eventId, url, feedback }, context) =>
      add({ id: eventId, kind: "rating", url: pageOf(url), rating: feedback.rating }, context),
  },
  task: async ({ task }, { environment, eventId, log }) => {
    const measurements = parseMeasurements(task.payload);
    const { endpoint } = environment.installation?.configuration ?? {};
    if (endpoint === undefined) return;
    const response = await fetch(endpoint, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${environment.secrets.ANALYTICS_KEY}`,
        // Stays the same on retries, so the service counts each batch once.
        "idempotency-key": eventId,
      },
      body: JSON.stringify({ measurements }),
      signal: AbortSignal.timeout(8000),
    });
    if (!response.ok) throw new Error(`The analytics service responded with ${response.status}`);
    log.info("sent a batch", { measurements: measurements.length });
  },
});

async function add(
  measurement: Measurement,
  { environment, integration, waitUntil }: Context,
): Promise<void> {
  const { installation } = environment;
  if (installation === undefined) return;
  const open = waiting.get(installation.id);
  if (open !== undefined) return void open.push(measurement);
  waiting.set(installation.id, [measurement]);
  const seconds = installation.configuration.batch_seconds ?? 10;
  const send = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const payload = waiting.get(installation.id) ?? [];
    waiting.delete(installation.id);
    await integration.queueTask({ type: "send", payload });
  };
  waitUntil(send());
}
