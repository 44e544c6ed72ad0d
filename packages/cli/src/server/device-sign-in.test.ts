import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { beginDeviceSignIn } from "./device-sign-in.ts";

const code = {
  device_code: "device",
  user_code: "ABCD-ABCD",
  verification_uri_complete: "https://docs.example/device?user_code=ABCD-ABCD",
  expires_in: 60,
  interval: 0,
};

/** Starts a server that responds with these bodies, one per request, and returns the received requests. */
async function serveBodies(...bodies: readonly unknown[]) {
  const received: unknown[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    received.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    const body = bodies[received.length - 1];
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  const server = createServer((request, response) => void respond(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return { received, origin: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}` };
}

const { signal } = new AbortController();

it("polls until the sign-in is approved", async () => {
  const pending = { error: "authorization_pending" };
  const { origin, received } = await serveBodies(code, pending, pending, { access_token: "pbs_1" });
  const begun = await beginDeviceSignIn(origin);
  expect(begun).toMatchObject({ url: code.verification_uri_complete, code: "ABCD-ABCD" });
  expect(await begun?.token(signal)).toBe("pbs_1");
  expect(received).toHaveLength(4);
  expect(received.at(-1)).toMatchObject({ device_code: "device", client_id: "plugboard-cli" });
});

it.each([
  ["a response without a token", {}],
  ["a token that is not a string", { access_token: null }],
  ["a token that is a number", { access_token: 1, error: "authorization_pending" }],
  ["an empty token", { access_token: "" }],
  ["no JSON", "<html>"],
  ["a denial", { error: "access_denied" }],
])("ends at %s", async (_name, body) => {
  const { origin } = await serveBodies(code, body);
  const begun = await beginDeviceSignIn(origin);
  await expect(begun?.token(signal)).rejects.toMatchObject({ code: "unauthorized" });
});

it("polls less often when the server asks for it", async () => {
  const { origin, received } = await serveBodies(code, { error: "slow_down" }, { access_token: "pbs_1" });
  const begun = await beginDeviceSignIn(origin);
  await expect(begun?.token(AbortSignal.timeout(500))).rejects.toMatchObject({ code: "ABORT_ERR" });
  expect(received).toHaveLength(2);
});

it("stops polling when the code has expired", async () => {
  const { origin, received } = await serveBodies({ ...code, expires_in: 0 }, { access_token: "pbs_1" });
  const begun = await beginDeviceSignIn(origin);
  await expect(begun?.token(signal)).rejects.toThrow("not approved in time");
  expect(received).toHaveLength(1);
});

it.each(Object.keys(code))("treats a response without %s as a server without device sign-in", async (key) => {
  const { origin } = await serveBodies({ ...code, [key]: undefined });
  expect(await beginDeviceSignIn(origin)).toBeUndefined();
});
