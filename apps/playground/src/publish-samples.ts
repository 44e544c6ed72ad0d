import { publishIntegration } from "@plugboard/api/routes";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createJsonLog, type Integration } from "@plugboard/runtime";
import { type IntegrationServer, serve } from "@plugboard/runtime/node";
import { integration as contentDigest } from "@plugboard/sample-content-digest";
import { integration as webhook } from "@plugboard/sample-webhook";
import { generateSecret } from "@plugboard/webhook-signer";
import type { ApiClient } from "@plugboard/api/client";

const samples: readonly {
  readonly name: string;
  readonly integration: Integration;
  readonly manifest: string;
}[] = [
  {
    name: "webhook",
    integration: webhook,
    manifest: import.meta.resolve("@plugboard/sample-webhook/service-manifest.yaml"),
  },
  {
    name: "content-digest",
    integration: contentDigest,
    manifest: import.meta.resolve("@plugboard/sample-content-digest/service-manifest.yaml"),
  },
];

/**
 * Serves each sample on a port of its own and publishes it, with a fresh signing secret each time. Where one cannot be
 * published, none stays.
 */
export async function publishSamples(platform: ApiClient): Promise<{ readonly stop: () => Promise<void> }> {
  const log = createJsonLog((line) => console.log(`  integration  ${line}`));
  const servers: IntegrationServer[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.close()));
  };
  try {
    for (const { name, integration, manifest } of samples) {
      const signingSecret = generateSecret();
      const env = { PLUGBOARD_SIGNING_SECRET: signingSecret };
      const server = await serve(integration, { port: 0, env, log });
      servers.push(server);
      await platform.call(publishIntegration, {
        params: { integration: name },
        body: {
          manifest: await readFile(fileURLToPath(manifest), "utf8"),
          url: `http://127.0.0.1:${server.port}`,
          signingSecret,
        },
      });
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
