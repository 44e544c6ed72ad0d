import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createJsonLog, type Integration } from "@plugboard/runtime";
import { serve } from "@plugboard/runtime/node";
import { integration as contentDigest } from "@plugboard/sample-content-digest";
import { integration as webhook } from "@plugboard/sample-webhook";
import { generateSecret } from "@plugboard/webhook-signer";
import type { PlatformClient } from "./platform-client.ts";

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

/** Serves each sample on a port of its own and publishes it, with a fresh signing secret each time. */
export async function publishSamples(
  platform: PlatformClient,
): Promise<{ readonly stop: () => Promise<void> }> {
  const log = createJsonLog((line) => console.log(`  integration  ${line}`));
  const servers = await Promise.all(
    samples.map(async ({ name, integration, manifest }) => {
      const signingSecret = generateSecret();
      const server = await serve(integration, {
        port: 0,
        env: { PLUGBOARD_SIGNING_SECRET: signingSecret },
        log,
      });
      await platform.call("PUT", `/integrations/${name}`, {
        manifest: await readFile(fileURLToPath(manifest), "utf8"),
        url: `http://127.0.0.1:${server.port}`,
        signingSecret,
      });
      return server;
    }),
  );
  return {
    stop: async () => {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
