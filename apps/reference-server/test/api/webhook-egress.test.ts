import { text } from "node:stream/consumers";
import { listSettings, listWebhookEndpoints } from "@plugboard/api/routes";
import { startHttp, startProxy } from "@plugboard/test-http";
import { afterAll, expect, it } from "vitest";
import * as z from "zod";
import { pathOf, setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";

const proxy = await startProxy("me:secret");
afterAll(() => proxy.close());

const webhookProxy = `http://me:secret@127.0.0.1:${proxy.port}`;
const { succeed, publish, install } = setUpServer("SQLite", { webhookProxy, webhookAddress: "127.0.0.2" });

it("webhooks use the operator's proxy and source address, and the proxy password is hidden", async () => {
  await publish("egress");
  const path = pathOf(listWebhookEndpoints, { params: { installationId: await install("egress") } });
  const receiver = await startHttp((request, response) => {
    void text(request).then((body) => response.end(body));
  });
  const body = { url: receiver.url, eventTypes: ["site_view"], requiresVerification: true };
  const { id } = z.looseObject({ id: z.string() }).parse(await succeed("POST", path, { body }));
  expect(await succeed("POST", `${path}/${id}/verify`)).toMatchObject({ verification: "verified" });
  const authorization = `Basic ${Buffer.from("me:secret").toString("base64")}`;
  const target = new URL(receiver.url).host;
  expect(proxy.asked).toEqual([{ target, authorization, remoteAddress: "127.0.0.2" }]);
  const settings = JSON.stringify(await succeed(listSettings));
  expect(settings).toContain("PLUGBOARD_WEBHOOK_PROXY");
  expect(settings).not.toContain("me:secret");
});
