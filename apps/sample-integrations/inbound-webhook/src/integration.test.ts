import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createTestPlatform } from "@plugboard/testing";
import { expect, it } from "vitest";
import { integration } from "./integration.ts";

const manifest = await readFile(new URL("../service-manifest.yaml", import.meta.url), "utf8");
const secret = "the-secret-shared-with-the-host";
// The signature covers exactly these bytes, including spaces.
const body = `{ "action": "published",
  "release": {"tag_name":"v2.0.0","html_url":"https://host.example/acme/handbook/releases/v2.0.0"},
  "repository": {"full_name":"acme/handbook"} }`;

async function setUp() {
  const platform = await createTestPlatform(integration, { manifest, secrets: { WEBHOOK_SECRET: secret } });
  const send = (text: string, signedWith = secret) => {
    const digest = createHmac("sha256", signedWith).update(text).digest("hex");
    const headers = { "content-type": "application/json", "x-hub-signature-256": `sha256=${digest}` };
    return platform.fetch("/webhooks", { method: "POST", body: text, headers });
  };
  return { platform, send };
}

it("finds a repository's installations by external ID", async () => {
  const { platform, send } = await setUp();
  await platform.configure({ repository: "acme/handbook" });
  expect((await platform.installation()).externalIds).toEqual(["acme/handbook"]);
  const response = await send(body);
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 200,
    body: { installations: 1 },
  });
  expect(platform.logs).toMatchObject([
    {
      message: "a release was published",
      fields: { installation: platform.ids.installation, tag: "v2.0.0" },
    },
  ]);
});

it("follows a changed setting, and changes nothing on redelivery", async () => {
  const { platform, send } = await setUp();
  await platform.configure({ repository: "acme/handbook" });
  await platform.configure({ repository: "acme/website" });
  await platform.install();
  expect(platform.apiCalls.filter(({ operation }) => operation === "updateInstallation")).toHaveLength(2);
  expect(await (await send(body)).json()).toEqual({ installations: 0 });
});

it("rejects a body that wasn't signed with the shared secret", async () => {
  const { platform, send } = await setUp();
  expect((await send(body, "another secret")).status).toBe(401);
  expect((await platform.fetch("/webhooks", { method: "POST", body })).status).toBe(401);
  expect(platform.logs.filter(({ level }) => level === "info")).toEqual([]);
});

it("ignores other webhook types", async () => {
  const { send } = await setUp();
  expect(await (await send(`{"action":"deleted"}`)).json()).toEqual({ ignored: true });
});
