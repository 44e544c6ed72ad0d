import { createApiClient } from "@plugboard/api/client";
import { publishSamples } from "./publish-samples.ts";
import { listSamples } from "./samples.ts";
import { startProvider } from "./start-provider.ts";
import { enterOrganizations, startReceiver } from "./start-receiver.ts";
import type { ServerProcess } from "./start-server.ts";

/** What runs beside the server: the sample integrations, the receiver, and whom the samples connect to. */
export interface Guests {
  readonly receiverUrl: string;
  readonly providerUrl: string;
  readonly stop: () => Promise<void>;
}

/** Starts what runs beside the server, the receiver one port above it and the provider two. Where one cannot start, none stays. */
export async function startGuests({
  consoleUrl,
  adminToken,
}: Pick<ServerProcess, "consoleUrl" | "adminToken">): Promise<Guests> {
  const platform = createApiClient({ endpoint: `${consoleUrl}/v1`, token: adminToken });
  await enterOrganizations(platform);
  const port = Number(new URL(consoleUrl).port);
  const started: { readonly stop: () => Promise<void> }[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(started.map((each) => each.stop())));
  try {
    const receiver = await startReceiver(platform, port + 1);
    started.push(receiver);
    const provider = await startProvider(port + 2);
    started.push(provider);
    await publishSamples({ consoleUrl, adminToken }, listSamples(provider.url));
    return { receiverUrl: receiver.url, providerUrl: provider.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
