import { describe, expect, it } from "vitest";
import { awkwardBodies, everyByte } from "../../test/fixtures/awkward-bodies.fixture.ts";
import { exampleEnvironment as environment } from "../../test/fixtures/example-environment.fixture.ts";
import { contentUpdated, fetchEvent, pageFeedback } from "../../test/fixtures/example-events.fixture.ts";
import {
  contentType,
  environmentPart,
  eventPart,
  part,
  wholeEnvelope,
} from "../../test/fixtures/multipart-text.fixture.ts";
import { decodeEnvelope } from "./decode-envelope.ts";
import { encodeEnvelope } from "./encode-envelope.ts";
import type { EnvelopeLimits } from "./envelope.ts";

const encoder = new TextEncoder();
const decodeText = (text: string, type: string | null = contentType) =>
  decodeEnvelope(new TextEncoder().encode(text), type);

describe("decodeEnvelope", () => {
  it.each(Object.entries(awkwardBodies))("round-trips an envelope with %s", (_what, fetchBody) => {
    const content = { event: fetchEvent(), environment, fetchBody };
    const encoded = encodeEnvelope(content);
    expect(decodeEnvelope(encoded.body, encoded.contentType)).toEqual(content);
  });

  it("returns no fetchBody if there was none", () => {
    const encoded = encodeEnvelope({ event: pageFeedback, environment });
    expect(decodeEnvelope(encoded.body, encoded.contentType)).toEqual({ event: pageFeedback, environment });
  });

  it("keeps line endings, quotes and non-Latin scripts in JSON", () => {
    const event = { ...pageFeedback, feedback: { rating: '"\r\n--B', comment: "日本語 \u2028 \u{1F600}" } };
    const encoded = encodeEnvelope({ event, environment });
    expect(decodeEnvelope(encoded.body, encoded.contentType).event).toEqual(event);
  });

  it.each([
    ["an unknown part", `${part("trace", "abc")}${wholeEnvelope}`],
    ["parts in another order", `${environmentPart}${eventPart}--B--\r\n`],
    ["no final line ending", wholeEnvelope.trimEnd()],
    [
      "extra headers on a part",
      `${part("event", JSON.stringify(contentUpdated), 'X-A: 1\r\ncontent-disposition:form-data;name="event"; x=y\r\nX-B: 2')}${environmentPart}--B--`,
    ],
  ])("accepts %s", (_what, text) => {
    expect(decodeText(text)).toEqual({ event: contentUpdated, environment });
  });

  it.each([
    ["quoted", 'multipart/form-data; boundary="B"'],
    ["in capitals, after another parameter", "Multipart/Form-Data; charset=utf-8; BOUNDARY=B"],
  ])("accepts a boundary %s", (_what, type) => {
    expect(decodeText(wholeEnvelope, type).event).toEqual(contentUpdated);
  });
});

describe("limits", () => {
  const encoded = encodeEnvelope({ event: fetchEvent(), environment, fetchBody: everyByte });
  const eventBytes = encoder.encode(JSON.stringify(fetchEvent())).length;
  const environmentBytes = encoder.encode(JSON.stringify(environment)).length;

  it.each<[keyof EnvelopeLimits, number]>([
    ["maxEnvelopeBytes", encoded.body.length],
    ["maxEventBytes", eventBytes],
    ["maxEnvironmentBytes", environmentBytes],
    ["maxFetchBodyBytes", everyByte.length],
  ])("enforces the limit of %s at %i bytes exactly", (limit, bytes) => {
    const decode = (value: number) => decodeEnvelope(encoded.body, encoded.contentType, { [limit]: value });
    expect(decode(bytes).fetchBody).toEqual(everyByte);
    expect(() => decode(bytes - 1)).toThrow(
      expect.objectContaining({
        code: "too_large",
        message: expect.stringContaining(`is larger than ${bytes - 1} bytes`),
      }),
    );
  });
});
