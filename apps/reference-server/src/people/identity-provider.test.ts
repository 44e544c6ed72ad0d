import { describe, expect, it, onTestFinished } from "vitest";
import { startHttp } from "@plugboard/test-http";
import { checkIdentityProvider } from "./identity-provider.ts";

describe("checkIdentityProvider", () => {
  const serve = async (status: number, toBody: (issuer: string) => string): Promise<string> => {
    const { port, close } = await startHttp((request, response) => {
      const isAsked = request.url === "/realm/.well-known/openid-configuration";
      response.writeHead(isAsked ? status : 404).end(toBody(issuer));
    });
    const issuer = `http://127.0.0.1:${port}/realm`;
    onTestFinished(close);
    return issuer;
  };

  it("accepts a provider whose issuer matches the setting", async () => {
    const issuer = await serve(200, (own) => JSON.stringify({ issuer: own }));
    await expect(checkIdentityProvider({ issuer })).resolves.toBeUndefined();
  });

  it.each<[what: string, status: number, body: string, message: string]>([
    [
      "another provider's address",
      200,
      '{"issuer":"https://id.example.com"}',
      "issuer is https://id.example.com",
    ],
    ["a page", 200, "<html>", "does not respond"],
    ["a server without metadata", 404, "{}", "does not return OpenID provider metadata"],
  ])("rejects %s", async (_what, status, body, message) => {
    const issuer = await serve(status, () => body);
    await expect(checkIdentityProvider({ issuer })).rejects.toThrow(message);
  });

  it("reports that the provider does not respond", async () => {
    const { url: issuer, close } = await startHttp(() => {});
    await close();
    await expect(checkIdentityProvider({ issuer })).rejects.toThrow(/does not respond: .*ECONNREFUSED/);
  });
});
