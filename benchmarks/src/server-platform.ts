import { createIntegration } from "@plugboard/content/integration";
import { serve } from "@plugboard/runtime/node";
import { generateSecret } from "@plugboard/webhook-signer";
import * as z from "zod";
import { adminToken, type ServerProcess } from "./server-process.ts";

const manifestOf = (name: string): string => `name: ${name}
title: Benchmark
description: Entitled to what visitors do.
organization: acme
visibility: private
scopes: [site:views:read]
`;
const item = z.looseObject({ id: z.string() });
const list = z.object({ items: z.tuple([item], item) });

/** Installs an integration in the seeded site and registers `urls` as its endpoints for page feedback. */
export async function registerWebhooks(
  { consoleUrl }: ServerProcess,
  name: string,
  urls: readonly string[],
): Promise<void> {
  const call = async (method: string, path: string, body: object = {}): Promise<unknown> => {
    const response = await fetch(`${consoleUrl}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
      ...(method !== "GET" && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return await response.json();
  };
  const firstId = async (path: string): Promise<string> => list.parse(await call("GET", path)).items[0].id;

  const signingSecret = generateSecret();
  // Without handlers, so that each event creates a single delivery: the webhook.
  const hosted = await serve(createIntegration({}), {
    port: 0,
    env: { PLUGBOARD_SIGNING_SECRET: signingSecret },
  });
  await call("PUT", `/integrations/${name}`, {
    manifest: manifestOf(name),
    url: `http://127.0.0.1:${hosted.port}`,
    signingSecret,
  });
  await hosted.close();
  const organization = await firstId("/organizations");
  const { id } = item.parse(await call("POST", `/integrations/${name}/installations`, { organization }));
  await call("PUT", `/installations/${id}/sites/${await firstId("/sites")}`);
  for (const url of urls)
    await call("POST", `/installations/${id}/webhook-endpoints`, { url, eventTypes: ["page_feedback"] });
}
