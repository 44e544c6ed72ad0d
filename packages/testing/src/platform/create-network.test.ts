import { describe, expect, it } from "vitest";
import { createDigestPlatform } from "../digest-platform.fixture.ts";

describe("services", () => {
  it("answer the integration's requests, and nobody else does", async () => {
    const answers: unknown[] = [];
    const platform = createDigestPlatform(
      async () => {
        answers.push(await (await fetch("https://chat.example/post", { method: "POST", body: "hi" })).text());
        await fetch("https://stranger.example/");
      },
      {
        services: {
          "https://chat.example": async (request) =>
            new Response(`${request.method} ${await request.text()}`),
        },
      },
    );
    const { status, logs } = await platform.emit("site_view");
    expect(answers).toEqual(["POST hi"]);
    expect(status).toBe(500);
    expect(logs[0]?.fields.error).toMatchObject({
      code: "no_service",
      message: expect.stringContaining("https://stranger.example"),
    });
  });

  it("belong to one platform each, also when two work at once", async () => {
    const platformFor = (name: string) => {
      const answers: string[] = [];
      const platform = createDigestPlatform(
        async () => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          answers.push(await (await fetch("https://chat.example")).text());
        },
        { services: { "https://chat.example": () => new Response(name) } },
      );
      return { platform, answers };
    };
    const [one, other] = [platformFor("one"), platformFor("other")];
    await Promise.all([one.platform.emit("site_view"), other.platform.emit("site_view")]);
    expect([one.answers, other.answers]).toEqual([["one"], ["other"]]);
  });
});
