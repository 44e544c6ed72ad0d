import { createApiClient } from "@plugboard/api/client";
import { publishSamples } from "./publish-samples.ts";
import { enterOrganizations, startReceiver } from "./start-receiver.ts";
import type { ServerProcess } from "./start-server.ts";

/** What runs beside the server: the sample integrations and the receiver. */
export interface Guests {
  readonly receiverUrl: string;
  readonly stop: () => Promise<void>;
}

/** Starts what runs beside the server, the receiver one port above it. Where one cannot start, none stays. */
export async function startGuests({
  consoleUrl,
  adminToken,
}: Pick<ServerProcess, "consoleUrl" | "adminToken">): Promise<Guests> {
  const platform = createApiClient({ endpoint: `${consoleUrl}/v1`, token: adminToken });
  await enterOrganizations(platform);
  const receiver = await startReceiver(platform, Number(new URL(consoleUrl).port) + 1);
  try {
    await publishSamples({ consoleUrl, adminToken });
    return { receiverUrl: receiver.url, stop: receiver.stop };
  } catch (error) {
    await receiver.stop();
    throw error;
  }
}
