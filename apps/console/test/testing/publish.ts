import { publishIntegration } from "@plugboard/api/routes";
import type { Integration } from "@plugboard/runtime";
import { serve } from "@plugboard/runtime/node";
import { generateSecret } from "@plugboard/webhook-signer";
import type { ConsoleWorld } from "./console-world.ts";

/** The fields of a manifest that tests vary. */
export interface PublishedManifest {
  readonly name: string;
  readonly title: string;
  readonly visibility?: "private" | "unlisted" | "public" | undefined;
  readonly scopes?: string | undefined;
  /** Further lines of the manifest. */
  readonly lines?: string | undefined;
  /** The subdomain or ID of the owner. Defaults to `acme`. */
  readonly organization?: string | undefined;
}

// All versions of an integration sign with the same secret.
const signingSecret = generateSecret();

/** Publishes an integration that this process runs until `onEnd` is called. */
export async function publish(
  { platform }: ConsoleWorld,
  integration: Integration,
  { name, title, visibility = "private", scopes = "", lines = "", organization = "acme" }: PublishedManifest,
  onEnd: (close: () => Promise<void>) => void,
): Promise<void> {
  const host = await serve(integration, { port: 0, env: { PLUGBOARD_SIGNING_SECRET: signingSecret } });
  onEnd(() => host.close());
  const manifest = `
name: ${name}
title: ${title}
description: Is made for a test.
organization: ${organization}
visibility: ${visibility}
scopes: [${scopes}]
${lines}`;
  await platform.call(publishIntegration, {
    params: { integration: name },
    body: { manifest, url: `http://127.0.0.1:${host.port}`, signingSecret },
  });
}
