import { readFile } from "node:fs/promises";
import {
  installIntegration,
  installIntoResource,
  type Platform,
  publishIntegration,
} from "@plugboard/platform";
import type { Integration } from "@plugboard/runtime";
import { type IntegrationServer, serve } from "@plugboard/runtime/node";
import { generateSecret } from "@plugboard/webhook-signer";
import { integration as issueSummary } from "../../integrations/issue-summary/integration.ts";
import { integration as labelTriage } from "../../integrations/label-triage/integration.ts";
import type { SampleProject } from "./seed-tracker.ts";

const samples: Readonly<Record<string, Integration>> = {
  "issue-summary": issueSummary,
  "label-triage": labelTriage,
};

/**
 * Starts the sample integrations on free ports and publishes them. Their addresses change with every start, so call
 * it every time.
 *
 * @returns a function that stops them
 */
export async function publishSamples(platform: Platform): Promise<() => Promise<void>> {
  const servers: IntegrationServer[] = [];
  for (const [name, integration] of Object.entries(samples)) {
    const signingSecret = generateSecret();
    const env = { PLUGBOARD_SIGNING_SECRET: signingSecret };
    const server = await serve(integration, { port: 0, hostname: "127.0.0.1", env });
    servers.push(server);
    const file = new URL(`../../integrations/${name}/service-manifest.yaml`, import.meta.url);
    const manifest = await readFile(file, "utf8");
    const url = `http://127.0.0.1:${server.port}`;
    await publishIntegration(platform, { name, manifest, url, signingSecret });
  }
  return async () => {
    for (const server of servers) await server.close();
  };
}

/** Installs the published sample integrations in a project. */
export async function installSamples(
  platform: Platform,
  { organizationId, projectId }: SampleProject,
): Promise<void> {
  for (const name of Object.keys(samples)) {
    const { id } = await installIntegration(platform, name, organizationId);
    await installIntoResource(platform, id, "project", projectId);
  }
}
