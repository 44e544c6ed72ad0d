import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { wholePlatformWork } from "./whole-platform-work.ts";

const root = new URL("../../../../", import.meta.url).pathname;
const [platform, server] = ["packages/platform/src", "apps/reference-server/src"];

/** Where each name is used. Whoever adds a place has a reason that is in the table already, or writes one there. */
const places: Readonly<Record<keyof typeof wholePlatformWork, readonly string[]>> = {
  access: [`${platform}/api/serve-operations.ts`],
  acrossOrganizations: [`${platform}/api/serve-operations.ts`],
  administrator: [`${platform}/api/serve-operations.ts`],
  audit: [`${platform}/audit/audit-log.ts`],
  changes: [`${platform}/api/serve-operations.ts`, `${platform}/platform/create-platform.ts`],
  cleaning: [`${platform}/delivery/workers.ts`, `${platform}/platform/create-platform.ts`],
  deliveries: [
    `${platform}/delivery/find-installation.ts`,
    `${platform}/delivery/send-delivery.ts`,
    `${platform}/delivery/transform-webhook.ts`,
  ],
  deliveryBounds: [`${platform}/delivery/delivery-bounds.ts`],
  endpointLimits: [`${platform}/endpoints/create-within-limits.ts`],
  fanOut: [`${platform}/delivery/fan-out.ts`],
  gitSyncs: [`${platform}/git-sync/run-due-syncs.ts`],
  logs: [`${platform}/logs/integration-logs.ts`],
  notices: [`${server}/server/start-server.ts`],
  pauses: [`${platform}/platform/create-platform.ts`],
  publicEndpoints: [
    `${platform}/git-sync/git-bindings.ts`,
    `${platform}/public-endpoints/create-public-endpoints.ts`,
  ],
  removals: [`${platform}/tenancy/run-removals.ts`],
  schedules: [`${platform}/installations/run-due-schedules.ts`],
  signIn: [`${server}/people/organizations.ts`],
  sites: [`${platform}/sites/find-published-site.ts`],
  start: [
    `${server}/server/start-server.ts`,
    `${platform}/database/open-postgres-storage.ts`,
    `${platform}/database/open-sqlite-storage.ts`,
  ],
  visits: [`${platform}/database/share-transactions.ts`],
};

it("is all that sees every organization, in the places that are known", () => {
  const found: Record<string, string[]> = {};
  const files = globSync([`${server}/**/*.ts`, `${platform}/**/*.ts`], { cwd: root });
  for (const file of files.filter((name) => !/\.(?:test|fixture)\.ts$/.test(name)).toSorted()) {
    const lines = readFileSync(`${root}${file}`, "utf8").split("\n");
    const code = lines.filter((line) => !line.trimStart().startsWith("*")).join("\n");
    const names = [...code.matchAll(/\bonWholePlatform\(\s*([^,\s]*)/g)].map(([, name = ""]) => name);
    for (const name of new Set(names)) (found[name.replaceAll('"', "")] ??= []).push(file);
  }
  expect(found).toEqual(places);
  expect(Object.keys(wholePlatformWork).toSorted()).toEqual(Object.keys(places).toSorted());
});
