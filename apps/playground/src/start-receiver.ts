import { once } from "node:events";
import { createServer } from "node:http";
import { createSampleReceiver } from "@plugboard/sample-webhook-receiver";
import { createNodeHandler } from "@plugboard/webhook-receiver/node";
import { type ApiClient, ApiError } from "@plugboard/api/client";
import {
  requestSupportAccess,
  getWebhookEndpointSecrets,
  listOrganizations,
  listWebhookEndpoints,
} from "@plugboard/api/routes";

/** Starts the sample receiver. It reads the secrets of whatever endpoint points at it from the platform. */
export async function startReceiver(
  platform: ApiClient,
  port: number,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const url = `http://127.0.0.1:${port}`;
  const receiver = createSampleReceiver({
    secret: ({ installationId }) => findSecrets(platform, installationId, url),
    print: (line) => console.log(`  webhook      ${line}`),
  });
  const server = createServer(createNodeHandler(receiver)).listen(port, "127.0.0.1");
  await once(server, "listening").catch(() => {
    throw new Error(
      `Port ${port} on 127.0.0.1 is in use, and the sample receiver listens there, one above PORT. Set PORT to another number.`,
    );
  });
  return {
    url,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Enters what somebody has an account in by now: the samples are still published and received for them. */
export async function requestSupportAccessToAll(platform: ApiClient): Promise<void> {
  const body = { reason: "The samples are published and their webhooks received." };
  for (const { id: organizationId } of (await platform.call(listOrganizations)).items)
    await platform.call(requestSupportAccess, { params: { organizationId }, body });
}

/** The secrets of the endpoints that point at a receiver. */
export async function findSecrets(
  platform: ApiClient,
  installationId: string | undefined,
  url: string,
): Promise<string[]> {
  if (installationId === undefined) return [];
  const list = () => platform.call(listWebhookEndpoints, { params: { installationId } });
  const { items } = await list().catch(async (error: unknown) => {
    if (!(error instanceof ApiError && error.code === "support_access_required")) throw error;
    // The one from the start has ended meanwhile.
    await requestSupportAccessToAll(platform);
    return await list();
  });
  const own = items.filter((endpoint) => endpoint.url.startsWith(url));
  const found = await Promise.all(
    own.map(({ id: endpointId }) =>
      platform.call(getWebhookEndpointSecrets, { params: { installationId, endpointId } }),
    ),
  );
  return found.flatMap(({ secrets }) => secrets.map(({ secret }) => secret));
}
