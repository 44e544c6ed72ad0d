import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createApiClient } from "@plugboard/api/client";
import {
  installIntegration,
  listInstallationDeliveries,
  listOrganizations,
  publishIntegration,
} from "@plugboard/api/routes";
import { createSpaceInstallation, listPages, listSpaces, updatePageContent } from "@plugboard/content/routes";
import { bundleForRuntimes, serveOnRuntime } from "@plugboard/test-runtimes";
import { expect, it, onTestFinished } from "vitest";
import { start } from "./cli-process.ts";
import { integrationFolders } from "./sample-folders.ts";

const adminToken = "admin_for_other_runtimes";
const signingSecret = "the secret that envelopes are signed with";

it("a sample runs unchanged as a Worker and as a script of Deno", { timeout: 120_000 }, async () => {
  const home = await mkdtemp(join(tmpdir(), "plugboard-elsewhere-"));
  const main = fileURLToPath(import.meta.resolve("@plugboard/reference-server/main"));
  const server = start([process.execPath, "--conditions=@plugboard/source", main], {
    cwd: home,
    env: { ...process.env, PORT: "0", PLUGBOARD_DATA_DIR: home, PLUGBOARD_ADMIN_TOKEN: adminToken },
  });
  onTestFinished(async () => {
    server.interrupt();
    await server.exited;
    await rm(home, { recursive: true, force: true });
  });
  const path = integrationFolders.find(({ name }) => name === "content-digest")?.path ?? "";
  const bundle = join(home, "bundle.mjs");
  await bundleForRuntimes(join(path, "src/integration.ts"), bundle);
  const manifest = await readFile(join(path, "service-manifest.yaml"), "utf8");

  const ready = JSON.parse(await server.waitFor((line) => line.includes('"ready"')));
  const api = createApiClient({ endpoint: `${ready.console}/v1`, token: adminToken });
  const [organization] = (await api.call(listOrganizations)).items;
  const [space] = (await api.call(listSpaces)).items;
  const spaceId = space?.id ?? "";
  const [page] = (await api.call(listPages, { params: { spaceId } })).items;
  const integration = "content-digest";
  const served = await Promise.all(
    (["workerd", "deno"] as const).map((runtime) => serveOnRuntime(runtime, bundle, signingSecret)),
  );
  onTestFinished(async () => void (await Promise.all(served.map(({ stop }) => stop()))));
  let installationId = "";
  for (const [index, { url }] of served.entries()) {
    await api.call(publishIntegration, { params: { integration }, body: { manifest, url, signingSecret } });
    if (installationId === "") {
      const body = { organization: organization?.id ?? "" };
      ({ id: installationId } = await api.call(installIntegration, { params: { integration }, body }));
      await api.call(createSpaceInstallation, { params: { installationId, spaceId } });
    }
    const params = { spaceId, pageId: page?.id ?? "" };
    await api.call(updatePageContent, { params, body: { markdown: `# Version ${index}\n` } });
    // The handler reads pages through the API, so this also tests the API.
    await expect
      .poll(
        async () => {
          const { items } = await api.call(listInstallationDeliveries, { params: { installationId } });
          return items
            .filter((each) => each.eventType === "space_content_updated")
            .map(({ status }) => status);
        },
        { timeout: 20_000 },
      )
      .toEqual(Array.from({ length: index + 1 }, () => "delivered"));
  }
});
