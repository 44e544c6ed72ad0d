import { createIntegration } from "../../../content/src/integration.ts";
import { type IntegrationServer, serve } from "@plugboard/runtime/node";
import { generateSecret } from "@plugboard/webhook-signer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { startHttp } from "@plugboard/test-http";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { getIntegration, listIntegrations, openIntegrationSecrets } from "../integrations/integrations.ts";
import { type Publication, publishIntegration } from "./publish-integration.ts";
import { testManifest } from "../fixtures/test-integration.fixture.ts";

const env = { PLUGBOARD_SIGNING_SECRET: generateSecret() };

describe.each(databaseKinds)("publishIntegration on %s", (kind) => {
  const platform = setUpPlatform(kind);
  let host: IntegrationServer | undefined;
  let count = 0;
  beforeAll(async () => {
    const integration = createIntegration({
      events: { installation_setup: () => {}, site_view: () => {} },
      task: () => {},
    });
    host = await serve(integration, { port: 0, hostname: "127.0.0.1", env });
  });
  afterAll(async () => {
    await host?.close();
  });

  async function prepare(lines?: string) {
    const { organizationId } = await platform.createContent();
    count += 1;
    const name = `published-${count}`;
    const publication: Publication = {
      name,
      manifest: testManifest(name, organizationId, lines),
      url: `http://127.0.0.1:${host?.port}`,
      secrets: {},
      signingSecret: env.PLUGBOARD_SIGNING_SECRET,
    };
    const publish = (parts: Partial<Publication> = {}) =>
      publishIntegration(platform.context(), { ...publication, ...parts });
    return { organizationId, name, publication, publish };
  }

  const secretsOf = async (name: string) =>
    openIntegrationSecrets(platform.context(), await getIntegration(platform.context(), name));

  it("asks the integration for its handlers, and numbers its versions", async () => {
    const { name, organizationId, publish } = await prepare();
    expect(await publish()).toMatchObject({
      name,
      organizationId,
      version: 1,
      manifest: { title: "Test", scopes: ["space:content:read"] },
      description: {
        events: ["installation_setup", "site_view", "task"],
        components: [],
        fetch: false,
        requests: [],
      },
    });
    expect(await publish()).toMatchObject({ version: 2 });
  });

  it("finds the organization by its subdomain too", async () => {
    const { name, organizationId, publish } = await prepare();
    const subdomain = organizationId.toLowerCase().replace("_", "-");
    expect(await publish({ manifest: testManifest(name, subdomain) })).toMatchObject({ organizationId });
  });

  it("stores only the declared secrets, encrypted", async () => {
    const { name, publish } = await prepare('scopes: []\nsecrets:\n  API_KEY: "${{ env.API_KEY }}"');
    await publish({ secrets: { API_KEY: "sesame", OTHER: "left out" } });
    expect((await secretsOf(name)).runtime).toEqual({ API_KEY: "sesame" });
    const rows = await platform.storage().db.selectFrom("integration_versions").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("sesame");
    for (const { secrets } of rows) expect(Buffer.from(secrets, "base64").includes("sesame")).toBe(false);
  });

  it("signs with the new and the old key during a rotation, and with one afterwards", async () => {
    const { name, publish } = await prepare();
    const signing = async () => (await secretsOf(name)).signing;
    const old = env.PLUGBOARD_SIGNING_SECRET;
    const fresh = generateSecret();
    await publish();
    // The old secret still works, but the new one must work on its own.
    await expect(publish({ signingSecret: fresh })).rejects.toMatchObject({ code: "integration_failed" });
    env.PLUGBOARD_SIGNING_SECRET = `${fresh},${old}`;
    await publish({ signingSecret: fresh });
    expect(await signing()).toEqual([fresh, old]);
    env.PLUGBOARD_SIGNING_SECRET = fresh;
    await publish({ signingSecret: fresh });
    expect(await signing()).toEqual([fresh]);
  });

  it("lists every problem of a manifest with its line and column", async () => {
    const { name, publish } = await prepare();
    const manifest = `name: ${name}\ntitle: 5\nvisibility: secret\nscopes:\n  - space:content:eat\n`;
    await expect(publish({ manifest })).rejects.toMatchObject({
      code: "invalid_manifest",
      problems: expect.arrayContaining([
        { path: "manifest:2:8", message: expect.any(String) },
        { path: "manifest:3:13", message: expect.any(String) },
        { path: "manifest:5:5", message: expect.stringContaining("space:content:eat") },
      ]),
    });
  });

  it.each([
    ["another name in the manifest", { name: "other" }, "invalid_request", /names published-\d+/],
    ["a manifest that is not YAML", { manifest: "name: [" }, "invalid_manifest", /service-manifest\.yaml/],
    [
      "an unknown organization",
      { manifest: testManifest("published-0", "nobody"), name: "published-0" },
      "invalid_request",
      /no organization with the id or subdomain nobody/,
    ],
    [
      "a key that is not the integration's",
      { signingSecret: generateSecret() },
      "integration_failed",
      /401.+PLUGBOARD_SIGNING_SECRET/,
    ],
    ["a URL without a server", { url: "http://127.0.0.1:1" }, "integration_unreachable", /127\.0\.0\.1:1/],
    [
      "a URL in a private network",
      { url: "http://10.0.0.1" },
      "integration_unreachable",
      /not on the public internet/,
    ],
  ])("rejects %s", async (_case, parts, code, message) => {
    const { name, publish } = await prepare();
    await expect(publish(parts)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    expect((await listIntegrations(platform.context())).map((each) => each.name)).not.toContain(name);
  });

  it("requires a signing secret only for the first publication", async () => {
    const { publication, publish } = await prepare();
    const { signingSecret: _signingSecret, ...unsigned } = publication;
    const publishUnsigned = () => publishIntegration(platform.context(), unsigned);
    await expect(publishUnsigned()).rejects.toMatchObject({
      code: "invalid_request",
      problems: [{ path: "signingSecret" }],
    });
    await publish();
    expect(await publishUnsigned()).toMatchObject({ version: 2 });
  });

  it("names every secret without a value", async () => {
    const { publish } = await prepare('scopes: []\nsecrets:\n  A: "${{ env.A }}"\n  B: "${{ env.B }}"');
    await expect(publish({ secrets: { B: "there" } })).rejects.toMatchObject({
      code: "invalid_request",
      problems: [{ path: "secrets.A" }],
    });
  });

  it("rejects a name that belongs to another organization", async () => {
    const [first, second] = [await prepare(), await prepare()];
    await first.publish();
    const taken = { name: first.name, manifest: testManifest(first.name, second.organizationId) };
    await expect(second.publish(taken)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("rejects a URL that doesn't respond like an integration", async () => {
    const other = await startHttp((_request, response) => response.end("hello"));
    const { publish } = await prepare();
    await expect(publish({ url: other.url })).rejects.toMatchObject({
      code: "integration_failed",
      message: expect.stringContaining("does not respond like an integration"),
    });
    await other.close();
  });

  it("gives each version to one of several concurrent publications", async () => {
    const { name, organizationId, publish } = await prepare();
    const results = await Promise.allSettled(
      ["A", "B", "C"].map((summary) =>
        publish({ manifest: testManifest(name, organizationId, `scopes: []\nsummary: ${summary}`) }),
      ),
    );
    const lost = results.filter((result) => result.status === "rejected");
    for (const { reason } of lost) expect(reason).toMatchObject({ code: "conflict" });
    const won = results.filter((result) => result.status === "fulfilled").map(({ value }) => value.version);
    expect((await publish()).version).toBe(Math.max(...won) + 1);
    expect(won.length).toBeGreaterThan(0);
  });

  it("accepts a publication that a client repeats before the first response", async () => {
    const { publication } = await prepare();
    const context = platform.context();
    // All of them have read the previous version when the first one is written.
    let described = 0;
    const all = Promise.withResolvers<void>();
    const describeTogether: typeof context.runner.describe = async (...parts) => {
      described += 1;
      if (described === 3) all.resolve();
      await all.promise;
      return await context.runner.describe(...parts);
    };
    const runner = { ...context.runner, describe: describeTogether };
    const repeated = await Promise.all(
      Array.from({ length: 3 }, () => publishIntegration({ ...context, runner }, publication)),
    );
    expect(repeated.map(({ version }) => version)).toEqual([1, 1, 1]);
  });
});
