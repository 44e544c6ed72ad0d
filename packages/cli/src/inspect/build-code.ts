import type { IntegrationDescription } from "@plugboard/api";
import type { Manifest } from "@plugboard/manifest";
import { generateSecret } from "@plugboard/webhook-signer";
import { type Bundle, bundleIntegration } from "../bundle/bundle-integration.ts";
import { describeHost } from "../host/describe-host.ts";
import { startHost } from "../host/start-host.ts";
import { makeOwnFolder } from "../project/own-folder.ts";
import type { Project } from "../project/project.ts";

/**
 * Bundles and loads an integration's code. Returns `undefined` if the manifest has no script or the file
 * doesn't exist.
 */
export async function buildCode(
  { folder, checked }: Project,
  { script }: Manifest,
): Promise<{ readonly bundle: Bundle; readonly code: IntegrationDescription } | undefined> {
  if (script === undefined || checked.errors.some(({ code }) => code === "missing_file")) return undefined;
  const bundle = await bundleIntegration({ folder, script });
  const host = await startHost({
    folder,
    buildFolder: await makeOwnFolder(folder, "check"),
    bundle,
    signingSecret: generateSecret(),
    onLog: () => {},
  });
  try {
    return { bundle, code: await describeHost(host) };
  } finally {
    await host.close();
  }
}

/** Summarizes an integration's handlers in a sentence. */
export function summarize({
  events,
  components,
  fetch,
  tools = [],
  requests = [],
}: IntegrationDescription): string {
  const parts = [
    events.length > 0 && `handles ${events.join(", ")}`,
    components.length > 0 && `renders ${components.join(", ")}`,
    tools.length > 0 && `offers agents ${tools.join(", ")}`,
    requests.includes("fetch_published_script") && "publishes scripts",
    requests.includes("fetch_visitor_authentication") && "signs in visitors",
    requests.includes("fetch_webhook_payload") && "transforms webhooks",
    fetch && "serves a public endpoint",
  ].filter((part) => part !== false);
  return `The integration is valid: it ${parts.join("; ") || "handles nothing yet"}.`;
}
