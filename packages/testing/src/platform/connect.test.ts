import { createIntegration } from "@plugboard/runtime";
import { expect, it } from "vitest";
import { connectedManifest } from "./connected-manifest.fixture.ts";
import { createTestPlatform } from "./create-test-platform.ts";

const setUp = (handle: (url: string) => Response) =>
  createTestPlatform(createIntegration({ fetch: ({ url }) => handle(url) }), {
    manifest: connectedManifest,
    services: { "https://provider.example": async () => new Response("No such page", { status: 404 }) },
  });

it("throws with the last page if the provider's page is missing", async () => {
  const platform = await setUp(() => Response.redirect("https://provider.example/auth?state=secret"));
  await expect(platform.connect("oauth_credentials")).rejects.toMatchObject({
    code: "not_connected",
    message:
      "oauth_credentials was not connected. The last page, https://provider.example/auth, responded with 404: No such page\n" +
      "Pass { allowFailure: true } if that is expected.",
  });
  const { url, response } = await platform.connect("oauth_credentials", { allowFailure: true });
  expect([url.pathname, response.status]).toEqual(["/auth", 404]);
});

it("throws with the text of an error page", async () => {
  const platform = await setUp(
    () =>
      new Response(
        "<title>x</title><style>p { color: red }</style><h1>Not connected</h1><p>Try &amp; retry</p>",
        {
          status: 403,
          headers: { "content-type": "text/html" },
        },
      ),
  );
  await expect(platform.connect("oauth_credentials")).rejects.toThrow(
    "responded with 403: Not connected Try & retry",
  );
});

it("doesn't check a flow that stops early", async () => {
  const platform = await setUp(() => Response.redirect("https://provider.example/auth"));
  const { url } = await platform.connect("oauth_credentials", {
    stopAt: ({ pathname }) => pathname === "/auth",
  });
  expect(url.href).toBe("https://provider.example/auth");
});
