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

/** Starts the sample receiver. It reads the secrets of its endpoints from the platform. */
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
      `Port ${port} on 127.0.0.1 is in use, but the sample receiver needs it (PORT + 1). Set PORT to another number.`,
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

/** Requests support access to organizations that have members by now, to publish and receive for them. */
export async function requestSupportAccessToAll(platform: ApiClient): Promise<void> {
  const body = { reason: "Publish the samples and receive their webhooks." };
  for (const { id: organizationId } of (await platform.call(listOrganizations)).items)
    await platform.call(requestSupportAccess, { params: { organizationId }, body });
}

/** Returns the secrets of the endpoints that target a receiver. */
export async function findSecrets(
  platform: ApiClient,
  installationId: string | undefined,
  url: string,
): Promise<string[]> {
  if (installationId === undefined) return [];
  const list = () => platform.call(listWebhookEndpoints, { params: { installationId } });
  const { items } = await list().catch(async (error: unknown) => {
    if (!(error instanceof ApiError && error.code === "support_access_required")) throw error;
    // The initial support access has expired.
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
