import { runInNewContext } from "node:vm";
import { createHmac } from "node:crypto";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCli } from "@plugboard/cli";
import { installIntegration, renderComponent } from "@plugboard/api/routes";
import {
  createSiteInstallation,
  createSpaceInstallation,
  deleteSpaceInstallation,
  getGitSync,
  getSpace,
  listConversations,
  unfurlLink,
  updatePageContent,
  updateSiteInstallation,
} from "@plugboard/content/routes";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  adminToken,
  setUpServer,
} from "../../../apps/reference-server/src/fixtures/set-up-server.fixture.ts";

// Integrations written for GitBook, from `plugboard import` to a handled event: the command line, the server and the sandbox are real.

const compat = fileURLToPath(new URL("../../../packages/compat", import.meta.url));
const secret = "the webhook secret";

describe("imported integrations", () => {
  const { server, succeed, seeded } = setUpServer();
  let folder = "";

  /** Runs a command, fails unless it succeeds, and returns its JSON. */
  const run = async (cwd: string, ...args: readonly string[]) => {
    const written = { stdout: "", stderr: "" };
    const exitCode = await runCli({
      arguments: [...args, "--json"],
      cwd: join(folder, cwd),
      env: { WEBHOOK_SECRET: secret },
      home: folder,
      platform: process.platform,
      stdin: {},
      stdout: { write: (text) => (written.stdout += text) },
      stderr: { write: (text) => (written.stderr += text) },
      signal: new AbortController().signal,
    });
    expect({ exitCode, stderr: written.stderr }).toEqual({ exitCode: 0, stderr: "" });
    return JSON.parse(written.stdout);
  };
  const onServer = () => ["--server", server().urls.console, "--token", adminToken];
  const install = async (integration: string): Promise<{ id: string; urls: { publicEndpoint: string } }> =>
    Object(
      await succeed(installIntegration, {
        params: { integration },
        body: { organization: seeded().organization },
      }),
    );

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "plugboard-imported-"));
    await cp(join(compat, "test/imported"), folder, { recursive: true });
    for (const name of ["notes", "counter"]) {
      await mkdir(join(folder, name, "node_modules/@notes"), { recursive: true });
      for (const module of ["itty-router", "jose"])
        await symlink(
          join(compat, "node_modules", module),
          join(folder, name, "node_modules", module),
          "junction",
        );
    }
    await symlink(
      join(folder, "notes/packages/shared"),
      join(folder, "notes/node_modules/@notes/shared"),
      "junction",
    );
    await mkdir(join(folder, "notes/assets"));
    const pixel =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    await writeFile(join(folder, "notes/assets/icon.png"), Buffer.from(pixel, "base64"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  describe("notes", () => {
    let installation = "";
    let endpoint = "";
    const status = async () => Object(await (await fetch(`${endpoint}/status`)).json());
    const untilNoted = (text: string) =>
      vi.waitFor(async () => expect(JSON.stringify(await status())).toContain(text), { timeout: 60_000 });

    it("is imported with a report", async () => {
      const report = await run("notes", "import", "--organization", "acme");
      expect(report).toMatchObject({
        problems: [],
        code: {
          events: ["space_content_updated", "space_installation_deleted", "task", "ui_render"],
          components: ["note"],
        },
        variables: ["WEBHOOK_SECRET"],
        unsupported: [],
      });
      expect(report.grant).toBeUndefined();
      expect(report.changes.map(({ path }: { path: string }) => path)).toEqual(
        expect.arrayContaining([
          "name",
          "organization",
          "envs.staging.organization",
          "secrets.WEBHOOK_SECRET",
          "externalLinks.0.url",
          "configurations.account.internal",
        ]),
      );
    });

    it("is published and installed", async () => {
      await run("notes", "publish", ...onServer());
      const installed = await install("release-notes");
      installation = installed.id;
      endpoint = installed.urls.publicEndpoint;
      const { space, site } = seeded();
      await succeed(createSpaceInstallation, { params: { installationId: installation, spaceId: space } });
      await succeed(createSiteInstallation, { params: { installationId: installation, siteId: site } });
      expect(await status()).toEqual({ channel: "general", secret });
    });

    it("handles an event with its client, and stores its own settings", async () => {
      const { space: spaceId, page: pageId } = seeded();
      const body = { markdown: "# Brewing\n\nTea is brewed with boiling water." };
      await succeed(updatePageContent, { params: { spaceId, pageId }, body });
      await untilNoted("page_edited: ");
      const { revisionId } = Object(await succeed(getSpace, { params: { spaceId } }));
      expect(await status()).toMatchObject({
        channel: "general",
        notes: [expect.stringMatching(/^page_edited: .* by 0$/), `/v1/spaces/${spaceId}`],
        cursor: { revision: revisionId },
      });
    });

    it("verifies a webhook and runs the task it queues", async () => {
      const body = JSON.stringify({ channel: "channel-general" });
      const send = (signature: string) =>
        fetch(`${endpoint}/webhook`, { method: "POST", body, headers: { "x-notes-signature": signature } });
      expect((await send("wrong")).status).toBe(401);
      expect((await send(createHmac("sha256", secret).update(body).digest("hex"))).status).toBe(202);
      await untilNoted("task: 1 found");
    });

    it("answers questions from the pages", async () => {
      const response = await fetch(`${endpoint}/ask/${seeded().site}?q=How+is+tea+brewed%3F`);
      const [markdown, sources, nodes] = Object(await response.json());
      expect(markdown).toMatch(/Tea is brewed with boiling water/);
      expect([Number(sources) > 0, nodes > 0]).toEqual([true, true]);
    });

    it("finds its spaces and pages, and ingests conversations", async () => {
      const { space, site } = seeded();
      const url = `${server().urls.public}/sites/handbook/welcome`;
      const response = await fetch(`${endpoint}/content?url=${encodeURIComponent(url)}`);
      expect(await response.json()).toEqual({ spaces: [space], space, page: "welcome" });
      const kept = await succeed(listConversations, { params: { siteId: site } });
      expect(kept).toMatchObject({
        items: [
          {
            id: "c1",
            messages: [
              { role: "user", text: "Hot?" },
              { role: "assistant", text: "Yes" },
            ],
          },
        ],
      });
    });

    it.each(["import", "export"])("binds a space to a repository for a Git %s", async (direction) => {
      const { space: spaceId } = seeded();
      expect((await fetch(`${endpoint}/git/${spaceId}/${direction}`)).status).toBe(204);
      expect(await succeed(getGitSync, { params: { spaceId } })).toMatchObject({
        remote: "https://127.0.0.1:9/docs.git",
        branch: "next",
        folder: "docs",
        direction,
        hasCredentials: true,
      });
    });

    it("reports why a call was rejected, and serves its own files", async () => {
      const refused = await fetch(`${endpoint}/refused`);
      expect([refused.status, await refused.text()]).toEqual([418, expect.stringMatching(/refused 40[34]/)]);
      expect(await (await fetch(`${endpoint}/frame`)).text()).toContain("A frame of notes");
    });

    it("unfurls a link below its pattern, and renders its block", async () => {
      const { space: spaceId } = seeded();
      const url = "https://notes.example.com/team/notes/7";
      const unfurled = await succeed(unfurlLink, { params: { spaceId }, body: { url } });
      expect(JSON.stringify(unfurled)).toContain("From a link");
      const rendered = await succeed(renderComponent, {
        params: { installationId: installation, componentId: "note" },
        body: {
          props: { text: "Hello" },
          context: { type: "document", spaceId, editable: true, theme: "light" },
        },
      });
      expect(JSON.stringify(rendered)).toMatch(/Hello.*release-notes/);
    });

    it("receives the settings of the space it is removed from", async () => {
      const { space: spaceId } = seeded();
      expect((await fetch(`${endpoint}/folder/${spaceId}`)).status).toBe(200);
      await succeed(deleteSpaceInstallation, { params: { installationId: installation, spaceId } });
      await untilNoted("left with docs");
    });
  });

  describe("counter", () => {
    it("needs an operator's grant, which explains what it allows", async () => {
      const report = await run("counter", "import", "--organization", "acme");
      expect(report.unsupported).toEqual([
        { at: "contentSecurityPolicy, script-src", what: "'nonce-abc' can't be granted" },
      ]);
      const { summary } = await run("counter", "grant", "--yes", ...onServer());
      expect(summary).toEqual([
        "Add scripts to the sites it is installed in.",
        "Set cookies on the sites it is installed in, once a visitor consents.",
        "Run scripts from all subdomains of counter.example, inline code identified by its hash.",
        "Send data to collect.counter.example, wss://live.counter.example.",
        "Load fonts from fonts.counter.example.",
        "Play audio and video from any website.",
        "Show in frames, or run as workers, data it creates in the page (blob:).",
        "Submit forms to forms.counter.example.",
      ]);
      expect(report.grant.summary).toEqual(summary);
    });

    it("starts once the visitor consents", async () => {
      await run("counter", "publish", ...onServer());
      const { id: installationId } = await install("page-counter");
      const params = { installationId, siteId: seeded().site };
      await succeed(createSiteInstallation, { params });
      await succeed(updateSiteInstallation, { params, body: { configuration: { tracking_id: "C-7" } } });
      const site = `${server().urls.public}/sites/handbook/`;
      expect(await (await fetch(site)).text()).not.toContain("~scripts/");
      const consented = await fetch(`${site}~consent`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ cookies: "yes", page: "" }),
      });
      const cookies = consented.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
      const page = await fetch(site, { headers: { cookie: cookies.join("; ") } });
      const policy = page.headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(/script-src \S*~scripts\/ https:\/\/\*\.counter\.example 'sha256-47DEQ/);
      expect(policy).toContain("worker-src blob:;");
      const [, src] = /<script src="([^"]*~scripts[^"]*)"/.exec(await page.text()) ?? [];
      const script = await (await fetch(`${server().urls.public}${src}`)).text();
      // The script as a browser runs it, with the cookies that it can read.
      const readable = consented.headers
        .getSetCookie()
        .filter((cookie) => !/httponly/i.test(cookie))
        .map((cookie) => cookie.split(";")[0]);
      const window: { counted?: string } = {};
      runInNewContext(script, { window, document: { cookie: readable.join("; ") } });
      expect(window.counted).toBe("C-7");
    });
  });
});
