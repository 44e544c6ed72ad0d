import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { listSettings, listWebhookEndpoints } from "@plugboard/api/routes";
import { startHttp } from "@plugboard/test-http";
import { afterAll, expect, it } from "vitest";
import * as z from "zod";
import { pathOf, setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";

const asked: (string | undefined)[] = [];
const proxy = createServer();
proxy.on("connect", ({ url, headers, socket: { remoteAddress } }, socket) => {
  asked.push(url, headers["proxy-authorization"], remoteAddress);
  const { hostname, port } = new URL(`http://${url}`);
  const onward = connect(Number(port), hostname, () => {
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    onward.pipe(socket).pipe(onward);
  });
  const end = (): void => {
    onward.destroy();
    socket.destroy();
  };
  onward.on("error", end);
  socket.on("error", end);
});
await new Promise<void>((resolve) => {
  proxy.listen(0, "127.0.0.1", resolve);
});
// It listens at an address and a port.
const { port: proxyPort } = proxy.address() as AddressInfo;
afterAll(() => proxy.close());

const webhookProxy = `http://me:secret@127.0.0.1:${proxyPort}`;
const { succeed, publish, install } = setUpServer("SQLite", { webhookProxy, webhookAddress: "127.0.0.2" });

it("webhooks leave by the proxy and from the address that the operator names, and its password is not shown", async () => {
  await publish("egress");
  const path = pathOf(listWebhookEndpoints, { params: { installationId: await install("egress") } });
  const receiver = await startHttp((request, response) => {
    void text(request).then((body) => response.end(body));
  });
  const body = { url: receiver.url, eventTypes: ["site_view"], requiresVerification: true };
  const { id } = z.looseObject({ id: z.string() }).parse(await succeed("POST", path, { body }));
  expect(await succeed("POST", `${path}/${id}/verify`)).toMatchObject({ verification: "verified" });
  const credentials = `Basic ${Buffer.from("me:secret").toString("base64")}`;
  expect(asked).toEqual([new URL(receiver.url).host, credentials, "127.0.0.2"]);
  const settings = JSON.stringify(await succeed(listSettings));
  expect(settings).toContain("PLUGBOARD_WEBHOOK_PROXY");
  expect(settings).not.toContain("me:secret");
});
