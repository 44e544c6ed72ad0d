import { generateSecret } from "@plugboard/webhook-signer";
import { describe, expect, it } from "vitest";
import { PlatformError } from "../common/platform-error.ts";
import { loadRecipients } from "../delivery/recipients.ts";
import { callIntegration } from "../dispatch/call-integration.ts";
import { buildDispatchTarget } from "../dispatch/dispatch-target.ts";
import type { IntegrationRunner, RunnerExchange, RunnerTarget } from "../dispatch/integration-runner.ts";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { testManifest } from "../fixtures/test-integration.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { loadBundle } from "../integrations/bundles.ts";
import { getInstalled } from "../integrations/integrations.ts";
import { rollBackIntegration } from "../publishing/integration-versions.ts";
import { type Publication, publishIntegration } from "../publishing/publish-integration.ts";
import { updateInstallation } from "./change-installation.ts";
import { consentToInstallation } from "./consent.ts";
import { installIntegration } from "./install-integration.ts";
import { getInstallation } from "./installations.ts";

/** Runs no code: a version's description is the JSON in its module, or in its URL's fragment. */
function createReadingRunner() {
  const called: RunnerTarget[] = [];
  const keptVersions: (readonly number[])[] = [];
  const read = async ({ script, url = "" }: RunnerTarget): Promise<RunnerExchange> => {
    const code = script === undefined ? url : new TextDecoder().decode((await script.load()).module);
    const handled: unknown = JSON.parse(decodeURIComponent(code.slice(code.indexOf("{"))));
    const body = new TextEncoder().encode(
      JSON.stringify({ events: [], components: [], fetch: true, ...Object(handled) }),
    );
    const result = { startedAt: 0, status: 200, requestHeaders: {}, timings: { total: 0 } };
    return { result, response: { status: 200, headers: new Headers(), body } };
  };
  const runner: IntegrationRunner = {
    dispatch: async (target) => {
      called.push(target);
      return await read(target);
    },
    describe: read,
    retire: async (_name, { keepVersions = [] } = {}) => void keptVersions.push(keepVersions),
    close: async () => {},
  };
  return { runner, called, kept: keptVersions };
}

type Hosting = "a bundle" | "a URL";

describe.each(databaseKinds)("consent on %s", (kind) => {
  const platform = setUpPlatform(kind);
  let count = 0;

  async function setUp(hosting: Hosting = "a bundle") {
    const [author, user] = [await platform.createContent(), await platform.createContent()];
    count += 1;
    const name = `consented-${count}`;
    const { runner, called, kept } = createReadingRunner();
    const context = { ...platform.context(), runner };
    /** A version with scopes, the events it handles, and one setting. */
    const publish = async (
      scopes: string,
      events: readonly string[],
      setting: string,
      parts: Partial<Publication> = {},
    ) => {
      const code = JSON.stringify({ events, of: name });
      const lines = [
        `scopes: [${scopes}]`,
        'secrets:\n  KEY: "${{ env.KEY }}"',
        `configurations:\n  account:\n    properties:\n      ${setting}:\n        type: string\n        title: A setting\n        description: One of them`,
      ];
      const manifest = testManifest(name, author.organizationId, lines.join("\n"));
      return await publishIntegration(context, {
        name,
        manifest: manifest.replace("private", "public"),
        secrets: { KEY: "first" },
        ...(hosting === "a bundle"
          ? { bundle: { module: `//${code}` } }
          : { url: `https://hosted.example/#${code}`, signingSecret: generateSecret() }),
        ...parts,
      });
    };
    const install = async (organizationId = user.organizationId) =>
      (await installIntegration(context, name, organizationId)).id;
    const installed = async (id: string) => await getInstalled(context, await getInstallation(context, id));
    const dispatch = async (id: string) => {
      const installation = await getInstallation(context, id);
      const integration = await getInstalled(context, installation);
      const target = await buildDispatchTarget(context, { installation, integration });
      await callIntegration(context, target, { eventId: "evt_1", type: "site_view" });
      const { version, signingSecrets, url, script } = called.at(-1) ?? {};
      const { secrets } = target.environment;
      return { version, signingSecrets, url, hash: script?.hash, secrets };
    };
    return { author, user, name, context, kept, publish, install, installed, dispatch };
  }

  const wider = "space:content:read, site:views:read";

  it.each(["a bundle", "a URL"] as const)(
    "keeps the code, manifest and settings of %s until more scopes are consented to",
    async (hosting) => {
      const { author, user, context, kept, publish, install, installed, dispatch } = await setUp(hosting);
      await publish("space:content:read", ["space_content_updated"], "channel");
      const [id, own] = [await install(), await install(author.organizationId)];
      const before = await dispatch(id);
      expect(before).toMatchObject({ version: 1, secrets: { KEY: "first" } });
      const second = { secrets: { KEY: "second" } };
      await publish(wider, ["space_content_updated", "site_view"], "room", second);

      // The integration's own organization needs no consent.
      expect(await installed(own)).toMatchObject({ version: 2 });
      expect(await installed(id)).toMatchObject({
        version: 1,
        manifest: { scopes: ["space:content:read"] },
        description: { events: ["space_content_updated"] },
      });
      const after = await dispatch(id);
      // The previous code with the author's current secrets.
      expect(after).toMatchObject({
        version: 1,
        url: before.url,
        hash: before.hash,
        secrets: second.secrets,
      });
      expect(after.signingSecrets?.[0]).toBe((await dispatch(own)).signingSecrets?.[0]);
      expect(kept.at(-1)).toEqual([2, 1]);

      const ref = { installationId: id, kind: "organization" } as const;
      await updateInstallation(context, ref, { configuration: { channel: "docs" } });
      await expect(
        updateInstallation(context, ref, { configuration: { room: "docs" } }),
      ).rejects.toMatchObject({ code: "invalid_configuration" });
      const location = {
        installation_id: id,
        organization_id: user.organizationId,
        resource_kind: "organization",
        resource_id: user.organizationId,
      } as const;
      expect(await loadRecipients(context, location)).toMatchObject([
        { handles: ["space_content_updated"], scopes: ["space:content:read"] },
      ]);

      await consentToInstallation(context, id, ["space:content:read", "site:views:read"]);
      expect(await dispatch(id)).toMatchObject({ version: 2, secrets: second.secrets });
      expect(await loadRecipients(context, location)).toMatchObject([
        {
          handles: ["space_content_updated", "site_view"],
          scopes: ["space:content:read", "site:views:read"],
        },
      ]);
      await updateInstallation(context, ref, { configuration: { room: "docs" } });
      expect(await getInstallation(context, id)).toMatchObject({ organizationId: user.organizationId });
    },
  );

  it("runs a version without new scopes immediately, even after a rollback", async () => {
    const { name, context, publish, install, installed } = await setUp();
    await publish("space:content:read", [], "channel");
    const id = await install();
    await publish("space:content:read", [], "channel");
    expect(await installed(id)).toMatchObject({ version: 2 });
    await publish(wider, [], "channel");
    await publish(`${wider}, space:metadata:read`, [], "channel");
    expect(await installed(id)).toMatchObject({ version: 2 });
    await rollBackIntegration(context, name, 1);
    expect(await installed(id)).toMatchObject({ version: 5 });
  });

  it("keeps the newest secrets out of the log of a pinned version", async () => {
    const { name, context, publish, install, dispatch } = await setUp();
    await publish("space:content:read", [], "channel");
    const id = await install();
    await publish(wider, [], "channel", { secrets: { KEY: "the-newest-secret" } });
    expect(await dispatch(id)).toMatchObject({ version: 1, secrets: { KEY: "the-newest-secret" } });
    const line = { integration: name, version: 1, time: 0, kind: "log", level: "info" } as const;
    context.logs.write({ ...line, message: "calls with the-newest-secret" });
    await context.logs.flush();
    const lines = await context.logs.list(name, {}, { limit: 10 });
    expect(lines.map(({ message }) => message).join()).toContain("calls with ");
    expect(lines.map(({ message }) => message).join()).not.toContain("the-newest-secret");
  });

  it("keeps the code of a version for as long as an installation runs it", async () => {
    const { context, publish, install, installed } = await setUp();
    const { source } = await publish("space:content:read", [], "channel");
    const id = await install();
    for (let more = 0; more < 11; more += 1) {
      platform.clock.now += 3600 * 1000 + 1;
      await publish(wider, ["site_view"], "channel");
    }
    expect(await installed(id)).toMatchObject({ version: 1 });
    expect((await loadBundle(context, source.bundleHash ?? "")).module).toBeDefined();
    await consentToInstallation(context, id, ["space:content:read", "site:views:read"]);
    await publish(wider, ["site_view"], "channel");
    await expect(loadBundle(context, source.bundleHash ?? "")).rejects.toMatchObject({ code: "not_found" });
  });

  it("never runs a version published while a person was reviewing the scopes", async () => {
    const { publish, install, installed } = await setUp();
    await publish("space:content:read", [], "channel");
    const [id, published] = await Promise.all([
      install().catch((error: unknown) => {
        if (error instanceof PlatformError && error.code === "conflict") return undefined;
        throw error;
      }),
      publish(wider, [], "channel"),
    ]);
    expect(published).toMatchObject({ version: 2 });
    if (id === undefined) return;
    const { scopes } = (await installed(id)).manifest;
    const { consentedScopes } = await getInstallation(platform.context(), id);
    expect(consentedScopes).toEqual(scopes);
  });
});
