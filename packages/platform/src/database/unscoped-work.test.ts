import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { unscopedWork } from "./unscoped-work.ts";

const root = new URL("../../../../", import.meta.url).pathname;
const [platform, content, server] = [
  "packages/platform/src",
  "packages/content/src",
  "apps/reference-server/src",
];

/** The files that use each name. A new use needs a reason from the table. */
const uses: Readonly<Record<keyof typeof unscopedWork, readonly string[]>> = {
  access: [
    `${server}/agents/agent-endpoint.ts`,
    `${server}/agents/operation-endpoint.ts`,
    `${server}/scim/scim-endpoint.ts`,
    `${platform}/access/find-organization.ts`,
    `${platform}/api/serve-operations.ts`,
  ],
  acrossOrganizations: [`${platform}/api/serve-operations.ts`],
  administrator: [`${platform}/api/serve-operations.ts`],
  audit: [`${platform}/audit/audit-log.ts`],
  changes: [`${platform}/platform/create-platform.ts`],
  cleaning: [
    `${content}/product/content.ts`,
    `${platform}/delivery/workers.ts`,
    `${platform}/platform/create-platform.ts`,
  ],
  deliveries: [
    `${platform}/agent-events/send-agent-event.ts`,
    `${platform}/delivery/find-installation.ts`,
    `${platform}/delivery/send-delivery.ts`,
    `${platform}/delivery/transform-webhook.ts`,
  ],
  deliveryBounds: [`${platform}/delivery/delivery-bounds.ts`],
  dueWork: [`${platform}/platform/due-work.ts`],
  endpointLimits: [`${platform}/endpoints/create-within-limits.ts`],
  failures: [`${platform}/delivery/watch-failures.ts`],
  fanOut: [`${platform}/delivery/fan-out.ts`],
  logs: [`${platform}/logs/integration-logs.ts`],
  alerts: [`${server}/server/start-server.ts`],
  pauses: [`${platform}/platform/create-platform.ts`],
  productJobs: [`${content}/git-sync/run-due-syncs.ts`, `${content}/product/content.ts`],
  publicEndpoints: [
    `${content}/git-sync/git-bindings.ts`,
    `${content}/sites/find-published-site.ts`,
    `${content}/sites/site-domains.ts`,
    `${platform}/public-endpoints/create-public-endpoints.ts`,
  ],
  removals: [`${platform}/tenancy/run-removals.ts`],
  schedules: [`${platform}/installations/run-due-schedules.ts`],
  signIn: [
    `${server}/people/open-accounts.ts`,
    `${server}/people/organizations.ts`,
    `${platform}/provisioning/offer-memberships.ts`,
  ],
  start: [
    `${server}/server/start-server.ts`,
    `${platform}/database/open-postgres-storage.ts`,
    `${platform}/database/open-sqlite-storage.ts`,
  ],
  streams: [
    `${platform}/streams/delivered-batches.ts`,
    `${platform}/streams/run-streams.ts`,
    `${platform}/streams/streams.ts`,
  ],
  usage: [`${platform}/tenancy/create-usage-meter.ts`],
  writeBatches: [`${content}/spaces/visit-writer.ts`],
};

it("lists all code that can access every organization", () => {
  const found: Record<string, string[]> = {};
  const files = globSync([`${server}/**/*.ts`, `${content}/**/*.ts`, `${platform}/**/*.ts`], { cwd: root });
  for (const file of files.filter((name) => !/\.(?:test|fixture)\.ts$/.test(name)).toSorted()) {
    const lines = readFileSync(`${root}${file}`, "utf8").split("\n");
    const code = lines.filter((line) => !line.trimStart().startsWith("*")).join("\n");
    const names = [...code.matchAll(/\bwithoutTenantScope\(\s*([^,\s]*)/g)].map(([, name = ""]) => name);
    for (const name of new Set(names)) (found[name.replaceAll('"', "")] ??= []).push(file);
  }
  expect(found).toEqual(uses);
  expect(Object.keys(unscopedWork).toSorted()).toEqual(Object.keys(uses).toSorted());
});
