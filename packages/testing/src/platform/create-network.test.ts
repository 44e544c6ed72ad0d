import { describe, expect, it } from "vitest";
import { createDigestPlatform } from "./digest-platform.fixture.ts";

describe("services", () => {
  it("respond only to the integration's requests", async () => {
    const responses: unknown[] = [];
    const platform = await createDigestPlatform(
      async () => {
        responses.push(
          await (await fetch("https://chat.example/post", { method: "POST", body: "hi" })).text(),
        );
        await fetch("https://stranger.example/");
      },
      {
        services: {
          "https://chat.example": async (request) =>
            new Response(`${request.method} ${await request.text()}`),
        },
      },
    );
    const { status, logs } = await platform.emit("site_view", {}, { allowFailure: true });
    expect(responses).toEqual(["POST hi"]);
    expect(status).toBe(500);
    expect(logs[0]?.fields.error).toMatchObject({
      code: "no_service",
      message: expect.stringContaining("https://stranger.example"),
    });
  });

  it("belong to one platform each, even if two run concurrently", async () => {
    const platformFor = async (name: string) => {
      const responses: string[] = [];
      const platform = await createDigestPlatform(
        async () => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          responses.push(await (await fetch("https://chat.example")).text());
        },
        { services: { "https://chat.example": () => new Response(name) } },
      );
      return { platform, responses };
    };
    const [one, other] = [await platformFor("one"), await platformFor("other")];
    await Promise.all([one.platform.emit("site_view"), other.platform.emit("site_view")]);
    expect([one.responses, other.responses]).toEqual([["one"], ["other"]]);
  });
});
