import { describe, expect, expectTypeOf, it } from "vitest";
import { createOAuthHandler, type OAuthHandler } from "./create-oauth-handler.ts";
import { createContext, createEnvironment } from "../fixtures/oauth-context.fixture.ts";
import { exampleConfig as config, publicEndpoint as endpoint } from "../fixtures/oauth-config.fixture.ts";
import type { OAuthContext } from "../settings/oauth-context.ts";

describe("createOAuthHandler", () => {
  it.each(["PUT", "DELETE", "HEAD"])("rejects the method %s", async (method) => {
    const context = createContext(createEnvironment(endpoint));
    const response = await createOAuthHandler(config)(new Request(`${endpoint}/oauth`, { method }), context);
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, POST");
  });

  it("accepts the context of an integration with its own types", () => {
    interface AcmeTypes {
      readonly configuration: {
        readonly account: { readonly subdomain: string };
        readonly site: {};
        readonly space: {};
      };
      readonly secrets: { readonly CLIENT_ID: string; readonly CLIENT_SECRET: string };
    }
    expectTypeOf<OAuthContext<AcmeTypes>>().toExtend<Parameters<OAuthHandler>[1]>();
    createOAuthHandler<AcmeTypes>(({ secrets }) => ({ ...config, clientSecret: secrets.CLIENT_SECRET }));
    // @ts-expect-error the integration has no such secret
    createOAuthHandler<AcmeTypes>(({ secrets }) => ({ ...config, clientSecret: secrets.CLIENT_SECRETS }));
  });

  it("passes errors from outside of the flow to the runtime", async () => {
    const handler = createOAuthHandler(() => {
      throw new TypeError("a mistake in the integration");
    });
    const call = handler(new Request(`${endpoint}/oauth`), createContext(createEnvironment(endpoint)));
    await expect(call).rejects.toThrow("a mistake in the integration");
  });
});
