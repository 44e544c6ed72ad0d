import { createSignedRequest } from "@plugboard/webhook-receiver/testing";
import { expect, it } from "vitest";
import { createSampleReceiver } from "./receiver.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const common = { eventId: "event_1", installationId: "installation_1" };
const visit = {
  visitor: { anonymousId: "visitor_1", userAgent: "Mozilla/5.0", ip: "203.0.113.7", cookies: {} },
  url: "https://docs.example/welcome",
  referrer: "",
};

function setUp() {
  const printed: string[] = [];
  const receiver = createSampleReceiver({ secret, print: (line) => void printed.push(line) });
  const receive = async (event: object, signedWith = secret) =>
    (await receiver.fetch(await createSignedRequest({ secret: signedWith, event }))).status;
  return { printed, receive };
}

it.each([
  [
    { type: "space_content_updated", spaceId: "space_1", revisionId: "revision_2" },
    "space space_1 is now at revision revision_2",
  ],
  [{ type: "site_view", siteId: "site_1", ...visit }, "visitor_1 opened https://docs.example/welcome"],
  [
    {
      type: "page_feedback",
      siteId: "site_1",
      spaceId: "space_1",
      pageId: "page_1",
      feedback: { rating: "bad", comment: "Two\nlines" },
      ...visit,
    },
    'page page_1 was rated bad: "Two\\nlines"',
  ],
])("prints one line for $type", async (event, line) => {
  const { printed, receive } = setUp();
  expect(await receive({ ...common, ...event })).toBe(200);
  expect(printed).toEqual([line]);
});

it("prints an event once, even if it is redelivered", async () => {
  const { printed, receive } = setUp();
  const event = { ...common, type: "space_content_updated", spaceId: "space_1", revisionId: "revision_2" };
  expect([await receive(event), await receive(event)]).toEqual([200, 200]);
  expect(printed).toHaveLength(1);
});

it("rejects and reports a foreign signature", async () => {
  const { printed, receive } = setUp();
  const event = { ...common, type: "site_view", siteId: "site_1", ...visit };
  expect(await receive(event, "whsec_c29tZWJvZHkgZWxzZQ==")).toBe(401);
  expect(printed).toEqual([expect.stringContaining("rejected a webhook")]);
});
