import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createOrganization,
  createPlatform,
  createRunner,
  createSecretBox,
  createUrlRunner,
  createWebhookEndpoint,
  installIntegration,
  publishIntegration,
} from "@plugboard/platform";
import { openSqliteStorage } from "@plugboard/platform/sqlite";
import { createWebhookSender } from "@plugboard/webhook-delivery";
import { content } from "@plugboard/content";
import type { BenchTable } from "./bench-table.ts";
import { concurrency, idOf, secret } from "./delivery-contender.ts";
import { startDeliveryReceiver } from "./delivery-receiver.ts";
import { pairedRatio } from "./paired-ratio.ts";
import { quantile } from "./quantile.ts";

const warmUpRounds = 3;
const rounds = 12;
const deliveriesPerRound = 2_000;
const allowNetworks = ["127.0.0.0/8"];
const urls = {
  api: "https://docs.example.com/v1",
  console: "https://docs.example.com",
  public: "https://sites.example.net",
};
const manifest = `name: digest
title: Benchmark
description: Receives what happens to content.
organization: acme
visibility: private
scopes: [space:content:read]
`;
const type = "space_content_updated";

/**
 * Measures a platform on SQLite that delivers the same events to a webhook endpoint and, in envelopes with an
 * environment, to an integration. Counts the CPU time of its process from `enqueue` on, so that receivers and
 * other load on the machine don't matter.
 */
export async function run(): Promise<BenchTable> {
  const receiver = await startDeliveryReceiver();
  const { child, url } = await startIntegration();
  const platform = await startPlatform(url, receiver.url);
  const costs = { webhook: new Array<number>(), envelope: new Array<number>() };
  for (let round = 1 - warmUpRounds; round <= rounds; round += 1) {
    for (const kind of ["webhook", "envelope"] as const) {
      const cost = await platform.deliver(kind);
      if (round > 0) costs[kind].push(cost);
    }
  }
  await platform.close();
  await receiver.close();
  child.disconnect();
  const [webhook, envelope] = [quantile(costs.webhook, 0.5), quantile(costs.envelope, 0.5)];
  const unit = "µs of CPU time";
  return {
    title: `Delivery by a platform on SQLite, ${concurrency} requests in flight (ratio to a webhook, lower is faster)`,
    rows: [
      { name: "an event to a webhook endpoint", value: webhook, unit, ratio: 1 },
      {
        name: "the same event in an envelope to an integration",
        value: envelope,
        unit,
        ratio: pairedRatio(costs.envelope, costs.webhook),
        bar: { relation: "≤", limit: 1.5 },
      },
    ],
  };
}

async function startIntegration(): Promise<{ child: ChildProcess; url: string }> {
  const file = fileURLToPath(new URL("serve-process.ts", import.meta.url));
  const child = fork(file, ["serve", secret], { execArgv: ["--conditions=@plugboard/source"] });
  const [port] = await once(child, "message");
  return { child, url: `http://127.0.0.1:${port}` };
}

interface BenchPlatform {
  /** Delivers a round of events and returns the CPU time of each (µs). */
  deliver(to: "webhook" | "envelope"): Promise<number>;
  close(): Promise<void>;
}

async function startPlatform(integrationUrl: string, webhookUrl: string): Promise<BenchPlatform> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const secretBox = createSecretBox(randomBytes(32));
  const storage = await openSqliteStorage({ folder, secretBox, product: content });
  const runner = createRunner({ urls: createUrlRunner({ allowNetworks }) });
  const sender = createWebhookSender({ allowNetworks });
  let delivered: (status: number | undefined) => void = () => {};
  const platform = await createPlatform({
    ...storage,
    product: content,
    secretBox,
    urls,
    runner: {
      ...runner,
      async dispatch(...request) {
        const exchange = await runner.dispatch(...request);
        delivered(exchange.result.status);
        return exchange;
      },
    },
    onError: (error) => console.error(error),
    webhooks: {
      ...sender,
      async send(...request) {
        const result = await sender.send(...request);
        delivered(result.status);
        return result;
      },
    },
    deliverySettings: { concurrency, perEndpoint: concurrency },
  });

  const owner = { id: "usr_1", name: "Ada" };
  const organization = await createOrganization(platform, { title: "Acme", subdomain: "acme", owner });
  await publishIntegration(platform, {
    name: "digest",
    manifest,
    url: integrationUrl,
    signingSecret: secret,
  });
  const { id: installation } = await installIntegration(platform, "digest", organization.id);
  const { id: endpoint } = await createWebhookEndpoint(platform, installation, {
    url: webhookUrl,
    eventTypes: [type],
  });
  // Setting up the installation creates its endpoint, which has the installation's ID.
  await platform.runDue();
  platform.start();

  let events = 0;
  return {
    async deliver(to) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      let left = deliveriesPerRound;
      delivered = (status) => {
        left -= 1;
        if (status !== 200) reject(new Error(`a receiver of ${to}s responded with ${status}`));
        else if (left === 0) resolve();
      };
      const before = process.cpuUsage();
      await storage.deliveryStore.enqueue(
        Array.from({ length: deliveriesPerRound }, () => {
          events += 1;
          const id = idOf(events);
          const body = JSON.stringify({
            type,
            eventId: id,
            installationId: installation,
            pages: "p".repeat(500),
          });
          return { id, type, body, endpointIds: [to === "webhook" ? endpoint : installation] };
        }),
      );
      await promise;
      const { user, system } = process.cpuUsage(before);
      return (user + system) / deliveriesPerRound;
    },
    async close() {
      await platform.stop();
      await sender.close();
      await runner.close();
      await storage.close();
      await rm(folder, { recursive: true });
    },
  };
}
