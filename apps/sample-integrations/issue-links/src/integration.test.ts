import { readFile } from "node:fs/promises";
import { createTestPlatform } from "@plugboard/testing";
import { createOAuthProvider } from "@plugboard/testing/oauth-provider";
import { expect, it } from "vitest";
import { integration } from "./integration.ts";
import { issuePathOf, trackerOrigin } from "./tracker.ts";

const manifest = await readFile(new URL("../service-manifest.yaml", import.meta.url), "utf8");
const url = `${trackerOrigin}/acme/issues/7`;
const apiOrigin = "https://api.tracker.example";

async function setUp({ status = 200 } = {}) {
  const provider = createOAuthProvider({ issuer: apiOrigin });
  const asked: string[] = [];
  const platform = await createTestPlatform(integration, {
    manifest,
    secrets: {
      API_ORIGIN: apiOrigin,
      CLIENT_ID: provider.clientId,
      CLIENT_SECRET: provider.clientSecret,
    },
    services: {
      [apiOrigin]: (request) => {
        const { pathname } = new URL(request.url);
        if (!pathname.startsWith("/api/")) return provider.fetch(request);
        asked.push(pathname);
        const token = request.headers.get("authorization")?.slice("Bearer ".length) ?? "";
        if (!provider.isActive(token)) return new Response(null, { status: 401 });
        const state = request.method === "PATCH" ? "closed" : "open";
        return Response.json({ title: "Step 2 fails", state }, { status });
      },
    },
  });
  return { platform, asked, connect: () => platform.connect("oauth_credentials") };
}

it("turns a link into its issue, which it opens", async () => {
  const { platform, asked, connect } = await setUp();
  await connect();
  const view = await platform.render("issue");
  expect(view.text).toBe("Paste an issue link here.");
  await view.dispatch({ action: "@link.unfurl", url });
  expect(view.props).toEqual({ url });
  expect(view.findAll({ type: "card" })).toMatchObject([
    { title: "Step 2 fails", hint: "acme/issues/7, open" },
  ]);
  expect({ maxAge: view.maxAge, asked }).toEqual({ maxAge: 60, asked: ["/api/acme/issues/7"] });
  await view.press("Step 2 fails");
  expect(view.pageActions).toEqual([{ action: "@ui.url.open", url }]);
});

it.each([
  ["it isn't connected", undefined, 200, "Connect the tracker in the settings."],
  ["it has no such issue", "connected", 404, "Issue not found."],
  ["it fails", "connected", 503, "The tracker is not responding."],
])("reports a problem with the tracker: %s", async (_name, connected, status, text) => {
  const { platform, connect } = await setUp({ status });
  if (connected === undefined) await platform.configure({});
  else await connect();
  const view = await platform.render("issue", { props: { url } });
  expect(view.findAll({ type: "card" })).toMatchObject([{ title: "acme/issues/7", hint: text }]);
});

it("lets agents read an issue", async () => {
  const { platform, connect } = await setUp();
  await expect(platform.callTool("read_issue", { url })).rejects.toMatchObject({
    code: "tool_failed",
    message: expect.stringContaining("isn't set up yet"),
  });
  await connect();
  expect(await platform.callTool("read_issue", { url })).toEqual({
    title: "Step 2 fails",
    state: "open",
    url,
  });
  await expect(platform.callTool("read_issue", { url: "acme" })).rejects.toThrow(
    "This is not an issue link of the tracker.",
  );
  await expect(platform.callTool("read_issue", {})).rejects.toThrow('required property "url"');
});

it("lets agents close an issue", async () => {
  const { platform, connect } = await setUp();
  await connect();
  expect(await platform.callTool("close_issue", { url })).toEqual({ title: "Step 2 fails", state: "closed" });
  await expect(platform.callTool("close_issue", { url: "acme" })).rejects.toThrow(
    "This is not an issue link of the tracker.",
  );
});

it("shows an issue in an agent, and closes it", async () => {
  const { platform, connect } = await setUp();
  await connect();
  const view = await platform.render("issue_result", {
    props: { title: "Step 2 fails", state: "open", url },
  });
  expect(view.findAll({ type: "card" })).toMatchObject([{ title: "Step 2 fails", hint: "open" }]);
  await view.press("Close issue");
  expect(view.findAll({ type: "card" })).toMatchObject([{ hint: "closed" }]);
  expect(view.findAll({ type: "button" })).toEqual([]);
});

it("tells agents about missing issues", async () => {
  const { platform, connect } = await setUp({ status: 404 });
  await connect();
  await expect(platform.callTool("read_issue", { url })).rejects.toThrow("The tracker has no such issue.");
});

it.each([
  [`${url}?tab=files#3`, "acme/issues/7"],
  [`${trackerOrigin}/acme/issues/new`, undefined],
  ["https://tracker.example.evil/acme/issues/7", undefined],
  ["acme/issues/7", undefined],
])("parses %s as %s", (link, path) => {
  expect(issuePathOf(link)).toBe(path);
});
