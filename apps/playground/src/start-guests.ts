import { createApiClient } from "@plugboard/api/client";
import { getIntegration } from "@plugboard/api/routes";
import { publishSamples } from "./publish-samples.ts";
import { listSamples, servicesPortOf } from "./samples.ts";
import { servicesUrl, startServices } from "./services/start-services.ts";
import { requestSupportAccessToAll, startReceiver } from "./start-receiver.ts";
import type { ServerProcess } from "./start-server.ts";

/** The processes next to the server: sample integrations, webhook receiver and demo services. */
export interface Guests {
  readonly receiverUrl: string;
  readonly servicesUrl: string;
  readonly stop: () => Promise<void>;
}

/**
 * Publishes the samples, and starts the receiver at the next port and the demo services at the one after.
 * Stops all of them if one cannot start.
 */
export async function startGuests({
  consoleUrl,
  adminToken,
}: Pick<ServerProcess, "consoleUrl" | "adminToken">): Promise<Guests> {
  const platform = createApiClient({ endpoint: `${consoleUrl}/v1`, token: adminToken });
  await requestSupportAccessToAll(platform);
  const port = Number(new URL(consoleUrl).port);
  const servicesPort = servicesPortOf(port);
  const started: { readonly stop: () => Promise<void> }[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(started.map((each) => each.stop())));
  try {
    const receiver = await startReceiver(platform, port + 1);
    started.push(receiver);
    await publishSamples({ consoleUrl, adminToken }, listSamples(servicesUrl(servicesPort)));
    const { urls } = await platform.call(getIntegration, { params: { integration: "inbound-webhook" } });
    const services = await startServices(servicesPort, {
      consoleUrl,
      releaseHookUrl: `${urls.publicEndpoint}/webhooks`,
    });
    started.push(services);
    return { receiverUrl: receiver.url, servicesUrl: services.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
