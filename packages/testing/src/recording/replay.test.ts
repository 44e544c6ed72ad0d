import { createIntegration } from "@plugboard/content/integration";
import { describe, expect, it } from "vitest";
import { connectedManifest } from "../platform/connected-manifest.fixture.ts";
import { createTestPlatform } from "../platform/create-test-platform.ts";
import { type EnvelopeRecord, formatRecords, parseRecords } from "./envelope-record.ts";
import { replay } from "./replay.ts";

const bytes = Uint8Array.from({ length: 512 }, (_, index) => index % 256);
const installation = { configuration: { oauth_credentials: { access_token: "at" } } };

async function record(): Promise<readonly EnvelopeRecord[]> {
  const integration = createIntegration({ events: { site_view: () => {} }, fetch: () => new Response(null) });
  const platform = await createTestPlatform(integration, { manifest: connectedManifest, installation });
  await platform.emit("site_view", { url: "https://sites.example/première" });
  await platform.fetch("/hook", { method: "POST", body: bytes });
  return platform.records();
}

describe("recorded envelopes", () => {
  it("reach another integration unchanged after a round trip through a file", async () => {
    const seen: unknown[] = [];
    const integration = createIntegration({
      events: {
        site_view: (event, { environment }) =>
          void seen.push(event.url, environment.installation?.configuration.oauth_credentials),
      },
      fetch: async (request) => {
        seen.push(new Uint8Array(await request.arrayBuffer()));
        return new Response("done");
      },
    });
    const file = formatRecords(await record());
    expect(file.trimEnd().split("\n")).toHaveLength(2);
    const responses = [];
    for (const line of parseRecords(`\n${file}\n`)) {
      responses.push((await replay(integration, line, { signingSecret: "whsec_mine" })).status);
    }
    expect(responses).toEqual([200, 200]);
    expect(seen).toEqual(["https://sites.example/première", { access_token: "at" }, bytes]);
  });

  it("are signed again, even if the recording is old", async () => {
    const [first] = await record();
    if (first === undefined) throw new Error("nothing was recorded");
    const integration = createIntegration({ events: { site_view: () => {} } });
    const host = { now: () => Date.now() + 7 * 24 * 3600 * 1000 };
    expect((await replay(integration, first, { signingSecret: "s", host })).status).toBe(200);
  });

  it.each([
    ["invalid JSON", "{"],
    ["a list", "[]"],
    ["no body", `{"time":"t","method":"POST","url":"https://a.example/v1","headers":[]}`],
    ["a body that is not base64", `{"time":"t","method":"POST","url":"u","headers":[],"body":"%%%"}`],
    ["malformed headers", `{"time":"t","method":"POST","url":"u","headers":[["a"]],"body":""}`],
  ])("name the line with %s", async (_name, line) => {
    const good = formatRecords(await record());
    expect(() => parseRecords(`${good}${line}`)).toThrow("Line 3 is not a recorded envelope");
    expect(() => parseRecords(line)).toThrow(expect.objectContaining({ code: "bad_record" }));
  });
});
