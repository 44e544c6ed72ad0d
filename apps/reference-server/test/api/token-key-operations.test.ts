import { getInstallation, rotateTokenKeys } from "@plugboard/api/routes";
import { createIntegration } from "@plugboard/runtime";
import { decodeProtectedHeader } from "jose";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";

const rotated = z.object({
  keys: z.array(z.object({ kid: z.string(), publishedUntil: z.iso.datetime().optional() })),
});
const published = z.object({
  keys: z.array(
    z.strictObject({
      kid: z.string(),
      kty: z.string(),
      crv: z.string(),
      x: z.string(),
      alg: z.string(),
      use: z.string(),
    }),
  ),
});

/** An integration that reveals its token. */
const leaky = createIntegration({
  fetch: (_request, { environment }) => new Response(environment.apiTokens.installation),
});

describe("rotating the token keys over HTTP", () => {
  const { server, call, succeed, publish, install } = setUpServer();

  it("keeps earlier tokens valid, publishes both keys and requires an administrator", async () => {
    await publish("leaky", leaky);
    const id = await install("leaky");
    const issue = async () => await (await fetch(`${server().urls.public}/integrations/${id}/`)).text();
    const kidOf = (token: string) => decodeProtectedHeader(token).kid;
    const before = await issue();
    const { keys } = rotated.parse(await succeed(rotateTokenKeys));
    const after = await issue();
    expect(keys).toEqual([{ kid: kidOf(after) }, { kid: kidOf(before), publishedUntil: expect.any(String) }]);
    const left = Date.parse(keys[1]?.publishedUntil ?? "") - Date.now();
    expect(left).toBeGreaterThan(3600_000 - 60_000);
    const jwks = published.parse(await succeed("GET", "/.well-known/jwks.json", { token: null }));
    expect(jwks.keys.map(({ kid }) => kid)).toEqual([kidOf(after), kidOf(before)]);
    for (const token of [before, after]) {
      expect((await call(getInstallation, { params: { installationId: id }, token })).status).toBe(200);
      expect((await call(rotateTokenKeys, { token })).status).toBe(403);
    }
    expect((await call(rotateTokenKeys, { token: null })).status).toBe(401);
  });
});
