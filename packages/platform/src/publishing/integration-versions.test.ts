import { describe, expect, it } from "vitest";
import { createRunner } from "../dispatch/create-runner.ts";
import type { IntegrationRunner, RunnerExchange, ScriptTarget } from "../dispatch/integration-runner.ts";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { loadBundle } from "../integrations/bundles.ts";
import { getIntegration, openIntegrationSecrets } from "../integrations/integrations.ts";
import { listIntegrationVersions, rollBackIntegration } from "./integration-versions.ts";
import { type Publication, publishIntegration } from "./publish-integration.ts";
import { removeIntegration } from "./remove-integration.ts";
import { testManifest } from "../fixtures/test-integration.fixture.ts";

/** Loads scripts without running them: a script's description is in its module, as JSON in a comment. */
function createReadingRunner() {
  const loaded: string[] = [];
  const retired: [name: string, keepVersions: readonly number[]][] = [];
  const describeScript = async ({ script }: ScriptTarget): Promise<RunnerExchange> => {
    const module = new TextDecoder().decode((await script.load()).module);
    loaded.push(module);
    const body = new TextEncoder().encode(
      JSON.stringify({ events: [], components: [], fetch: true, ...JSON.parse(module.slice(2)) }),
    );
    const result = { startedAt: 0, status: 200, requestHeaders: {}, timings: { total: 0 } };
    return { result, response: { status: 200, headers: new Headers(), body } };
  };
  const runner: IntegrationRunner<ScriptTarget> = {
    dispatch: describeScript,
    describe: describeScript,
    retire: async (name, { keepVersions = [] } = {}) => void retired.push([name, keepVersions]),
    close: async () => {},
  };
  return { runner, loaded, retired };
}

describe.each(databaseKinds)("versions of an integration on %s", (kind) => {
  const platform = setUpPlatform(kind);
  let count = 0;

  async function prepare(lines = "scopes: []") {
    const { organizationId } = await platform.createContent();
    count += 1;
    const name = `versioned-${count}`;
    const { runner: scripts, loaded, retired } = createReadingRunner();
    const { runner: urls } = platform.context();
    const context = { ...platform.context(), runner: createRunner({ urls, scripts }) };
    const publish = (module: string, parts: Partial<Publication> = {}) =>
      publishIntegration(context, {
        name,
        manifest: testManifest(name, organizationId, lines),
        bundle: { module: `//${module}`, sourceMap: '{"ö":1}' },
        ...parts,
      });
    const versions = async () => await listIntegrationVersions(context, name);
    const secrets = async () => openIntegrationSecrets(context, await getIntegration(context, name));
    const storedHashes = async () =>
      (await context.db.selectFrom("bundles").select("hash").execute()).map(({ hash }) => hash);
    return { name, organizationId, context, loaded, retired, publish, versions, secrets, storedHashes };
  }

  it("are stored with their code, byte for byte", async () => {
    const { context, publish, versions } = await prepare();
    const { source } = await publish('{"note":"äöü 🦊"}');
    const { module, sourceMap } = await loadBundle(context, source.bundleHash ?? "");
    expect(new TextDecoder().decode(module)).toBe('//{"note":"äöü 🦊"}');
    expect(new TextDecoder().decode(sourceMap)).toBe('{"ö":1}');
    expect(await versions()).toMatchObject([
      { version: 1, isCurrent: true, bundle: { hash: source.bundleHash, bytes: 32 } },
    ]);
  });

  it("are limited to ten, and code is deleted with the last version that uses it", async () => {
    const { context, publish, versions, storedHashes } = await prepare();
    const other = await prepare();
    const hashes: (string | undefined)[] = [];
    for (let index = 0; index < 12; index += 1)
      hashes.push((await publish(`{"index":${index}}`)).source.bundleHash);
    await other.publish('{"index":1}');
    expect((await versions()).map(({ version }) => version)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    await publish('{"index":12}');
    const stored = await storedHashes();
    expect(hashes.map((hash) => stored.includes(hash ?? ""))).toEqual([
      false,
      true,
      false,
      ...Array(9).fill(true),
    ]);
    await expect(rollBackIntegration(context, "versioned-x", 1)).rejects.toMatchObject({ code: "not_found" });
  });

  it("are restored with current secrets, or their own if there is no current value", async () => {
    const lines = 'scopes: []\nsecrets:\n  A: "${{ env.A }}"\n  B: "${{ env.B }}"';
    const { name, organizationId, context, retired, publish, secrets } = await prepare(lines);
    await publish('{"events":["site_view"]}', {
      secrets: { A: "old a", B: "old b" },
      manifest: testManifest(name, organizationId, lines.replace("[]", "[site:views:read]")),
    });
    const { signing } = await secrets();
    const fewer = 'scopes: []\nsecrets:\n  A: "${{ env.A }}"';
    await publish("{}", { secrets: { A: "new a" }, manifest: testManifest(name, organizationId, fewer) });
    const restored = await rollBackIntegration(context, name, 1);
    expect(restored).toMatchObject({
      version: 3,
      description: { events: ["site_view"] },
      manifest: { scopes: ["site:views:read"] },
    });
    expect(await secrets()).toEqual({ signing, runtime: { A: "new a", B: "old b" } });
    expect(retired).toEqual([
      [name, [1]],
      [name, [2]],
      [name, [3]],
    ]);
  });

  it("each go to one of several concurrent publications, with its own code", async () => {
    const { publish, versions } = await prepare();
    const results = await Promise.allSettled(["1", "2", "3"].map((note) => publish(`{"note":${note}}`)));
    const won = results.filter((result) => result.status === "fulfilled").map(({ value }) => value);
    expect(won.length).toBeGreaterThan(0);
    for (const { version, source } of won)
      expect(await versions()).toContainEqual(
        expect.objectContaining({ version, bundle: expect.objectContaining({ hash: source.bundleHash }) }),
      );
    const reasons: unknown[] = results
      .filter((result) => result.status === "rejected")
      .map(({ reason }) => reason);
    expect(reasons.filter((reason) => Object(reason).code !== "conflict")).toEqual([]);
  });

  it("accept a bundle that a client repeats before the first response", async () => {
    const { publish, versions } = await prepare();
    await Promise.all([publish("{}"), publish("{}")]);
    expect((await versions()).map(({ bundle }) => bundle?.bytes)).toContain(12);
  });

  it("are deleted with the integration, and numbering continues when it is published again", async () => {
    const { name, context, retired, publish, versions } = await prepare();
    await publish("{}");
    await publish("{}");
    await removeIntegration(context, name);
    expect(retired.at(-1)).toEqual([name, []]);
    await expect(versions()).rejects.toMatchObject({ code: "not_found" });
    expect(await publish("{}")).toMatchObject({ version: 3 });
    expect((await versions()).map(({ version }) => version)).toEqual([3, 2]);
  });

  it("are not created from rejected code, and its sandbox is stopped", async () => {
    const { name, retired, publish, versions } = await prepare();
    await publish("{}");
    await expect(publish('{"events":["site_view"]}')).rejects.toMatchObject({
      code: "invalid_manifest",
      problems: [{ path: "manifest:6:1" }],
    });
    expect(await versions()).toHaveLength(1);
    expect(retired.at(-1)).toEqual([name, [1]]);
  });
});
