import { createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "@plugboard/api";
import { updatePageContent } from "@plugboard/content/routes";
import type { Integration } from "@plugboard/runtime";
import { encodeEnvelope } from "@plugboard/runtime/envelope";
import { createTestPlatform } from "@plugboard/testing";
import { createOAuthProvider } from "@plugboard/testing/oauth-provider";
import { generateSecret, sign, signatureHeaderName } from "@plugboard/webhook-signer";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { importManifest } from "../src/index.ts";
import { bundle } from "./bundle.fixture.ts";

const theirManifest = `# The poll.
name: poll
title: Poll
description: Asks readers.
organization: acme
visibility: private
scopes:
  - space:content:read
  - space:metadata:read
  - page:feedback:read
  - site:visitor:auth
categories:
  - visitor-auth
contentSecurityPolicy: "default-src 'self'"
blocks:
  - id: poll
    title: Poll
    description: A question and its votes.
configurations:
  account:
    properties:
      question: { type: string, title: Question, description: What readers are asked. }
      oauth_credentials: { type: button, title: Connect, description: The account., button_text: Connect, callback_url: /oauth }
secrets:
  CLIENT_ID: \${{ env.CLIENT_ID }}
  CLIENT_SECRET: \${{ env.CLIENT_SECRET }}
`;

describe("an integration written for GitBook", () => {
  let folder = "";
  let integration: Integration;
  let library: Integration;
  const { manifest } = importManifest(theirManifest);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "compat-"));
    integration = await bundle(folder, "poll.tsx");
    library = await bundle(folder, "library.tsx");
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const open = async () => {
    const provider = createOAuthProvider({ issuer: "https://provider.test" });
    const platform = await createTestPlatform(integration, {
      manifest,
      installation: { configuration: { question: "Tea?" } },
      secrets: { CLIENT_ID: provider.clientId, CLIENT_SECRET: provider.clientSecret },
      services: { [provider.issuer]: provider.fetch },
    });
    return platform;
  };

  it("responds to a site's requests", async () => {
    const signingSecret = generateSecret();
    const ask = async (event: object) => {
      const environment: Environment = {
        apiEndpoint: "https://api.test/v1",
        apiTokens: { integration: "token" },
        integration: {
          name: "poll",
          title: "Poll",
          version: 1,
          urls: { publicEndpoint: "https://poll.test" },
        },
        signingSecrets: { integration: "secret" },
        secrets: {},
      };
      const ids = { eventId: "evt_1", installationId: "ins_1", siteId: "sit_1", type: "" };
      const { body, contentType } = encodeEnvelope({ event: { ...ids, ...event }, environment });
      const headers = {
        "content-type": contentType,
        [signatureHeaderName]: await sign({ secret: signingSecret, body }),
      };
      const request = new Request("https://poll.test/v1", { method: "POST", body, headers });
      return await integration.fetch(request, { PLUGBOARD_SIGNING_SECRET: signingSecret });
    };
    expect(await (await ask({ type: "fetch_published_script" })).text()).toBe('poll("sit_1")');
    const nothing = await ask({ type: "fetch_published_script", siteId: "" });
    expect(nothing.headers.get("content-type")).toBe("application/javascript");
    const login = await ask({ type: "fetch_visitor_authentication", location: "start", action: "login" });
    expect(login.headers.get("location")).toBe("https://login.test/?to=start&signed=true");
  });

  it("renders its component, handles an action, and completes", async () => {
    const platform = await open();
    const view = await platform.render("poll", { props: { votes: 2 } });
    expect(view.text).toContain("Votes: 2");
    expect(view.maxAge).toBe(60);
    await view.press("Vote");
    expect([view.text.includes("Votes: 3"), view.state]).toEqual([true, { votes: 3 }]);
    expect(view.findAll({ title: "Tea?" })).toHaveLength(1);
    await view.dispatch({ action: "@link.unfurl", url: "https://poll.test/1" });
    expect(view.text).toContain("https://poll.test/1");
    await view.dispatch({ action: "@ui.modal.close", returnValue: {} });
    expect(view.completed).toEqual({ returnValue: { votes: 3 } });
  });

  it("handles events with its client, and runs the tasks that it queues", async () => {
    const lines = vi.spyOn(console, "log").mockImplementation(() => {});
    const platform = await open();
    const { status } = await platform.emit("space_content_updated");
    expect([status, lines.mock.calls.flat()]).toEqual([
      200,
      [expect.stringMatching(/^\[poll\] \d+ pages in /)],
    ]);
    await platform.runQueued();
    expect((await platform.installation()).configuration).toMatchObject({
      question: expect.stringMatching(/^recount \w+\?$/),
    });
    lines.mockRestore();
  });

  it("shows only the message of an exposable error", async () => {
    const platform = await open();
    const failed = await platform.emit("page_feedback", {}, { allowFailure: true });
    expect(failed.status).toBe(422);
    expect((await platform.fetch("/nothing")).status).toBe(404);
  });

  it("connects an account and returns its token", async () => {
    const platform = await open();
    await platform.connect("oauth_credentials");
    const { configuration, externalIds } = await platform.installation();
    expect(configuration).toMatchObject({
      question: "Tea?",
      oauth_credentials: { access_token: expect.any(String) },
    });
    expect(externalIds).toEqual(["team_7"]);
    const token = await (await platform.fetch("/token")).text();
    expect(configuration).toMatchObject({ oauth_credentials: { access_token: token } });
    expect(await (await platform.fetch("/team")).json()).toMatchObject({
      installation: platform.ids.installation,
      status: 200,
    });
  });

  it("reports unsupported calls", async () => {
    const platform = await open();
    expect(await (await platform.fetch("/ask")).json()).toEqual({
      code: 501,
      message: "api.orgs.listSsoProviderLoginsInOrganization is not supported on this platform.",
    });
  });

  it("routes requests, verifies a webhook, and reads and writes content with its client", async () => {
    const { manifest: libraryManifest } = importManifest(
      theirManifest
        .replaceAll("poll", "library")
        .replace("- id: library", "- id: book")
        .replace("page:feedback:read", "space:metadata:write")
        .replace(
          "question: {",
          "secret: { type: string, title: Secret, description: Signs. }\n      shelf: {",
        ),
    );
    const platform = await createTestPlatform(library, {
      manifest: libraryManifest,
      installation: { configuration: { secret: "hush", shelf: "A" } },
      secrets: { CLIENT_ID: "id", CLIENT_SECRET: "secret" },
    });
    const view = await platform.render("book", { props: { content: "Tea" } });
    expect(view.findAll({ content: "**Tea** on A" })).toHaveLength(1);
    await view.dispatch({ action: "toggle" });
    await view.dispatch({ action: "save", note: "read" });
    expect(view.state).toEqual({ open: true, note: "read" });
    const body = JSON.stringify({ shelf: "B" });
    const send = (signature: string) =>
      platform.fetch("/webhook", { method: "POST", body, headers: { "x-signature": signature } });
    const signature = createHmac("sha256", "hush").update(body).digest("hex");
    expect([(await send("forged")).status, (await send(signature)).status]).toEqual([401, 200]);
    await platform.runQueued();
    expect((await platform.installation()).configuration).toMatchObject({ shelf: "B" });
    const { space: spaceId, page: pageId } = platform.ids;
    await platform.api.call(updatePageContent, { params: { spaceId, pageId }, body: { markdown: "Tea.\n" } });
    const content = await platform.fetch(`/spaces/${platform.ids.space}`);
    expect(await content.json()).toEqual({
      found: 1,
      page: "Tea.\n",
      same: true,
      title: "Renamed",
    });
  });
});
