import { describe, expect, it } from "vitest";
import {
  contentType,
  environmentPart,
  eventPart,
  part,
  wholeEnvelope,
} from "../../test/fixtures/multipart-text.fixture.ts";
import { decodeEnvelope } from "./decode-envelope.ts";

const encoder = new TextEncoder();
const decodeText = (text: string, type: string | null = contentType) =>
  decodeEnvelope(new TextEncoder().encode(text), type);

const malformed: readonly (readonly [what: string, text: string, why: RegExp])[] = [
  ["nothing", "", /does not begin with the boundary/],
  ["no boundary", "event=x", /does not begin with the boundary/],
  ["another boundary", wholeEnvelope.replaceAll("--B", "--C"), /does not begin with the boundary/],
  ["a preamble", `hello\r\n${wholeEnvelope}`, /does not begin with the boundary/],
  [
    "a first part truncated in its header",
    "--B\r\nContent-Disposition: form-",
    /part header at byte 3 does not end/,
  ],
  ["a part without headers", `--B\r\n\r\nx\r\n--B--`, /no quoted name in Content-Disposition/],
  ["a header that never ends", `--B\r\nX: ${"x".repeat(5000)}\r\n\r\n--B--`, /does not end/],
  [
    "a header full of semicolons",
    `--B\r\nContent-Disposition: form-data${"; a=b ".repeat(500)}!\r\n\r\n\r\n--B--`,
    /no quoted name in Content-Disposition/,
  ],
  ["a truncated part", eventPart.slice(0, 100), /the part "event" is cut off/],
  ["no last boundary", `${eventPart}${environmentPart}`, /is cut off/],
  ["a boundary with trailing text", `${wholeEnvelope.slice(0, -4)}x`, /invalid boundary before byte \d+/],
  ["bytes after the end", `${wholeEnvelope}more`, /bytes follow the last boundary/],
  ["half a line ending at the end", wholeEnvelope.slice(0, -1), /bytes follow the last boundary/],
  [
    "an attachment instead of form data",
    part("event", "{}", 'Content-Disposition: attachment; name="event"'),
    /no quoted name in Content-Disposition/,
  ],
  [
    "a part without a name",
    `${part("", "{}", "Content-Disposition: form-data")}--B--`,
    /no quoted name in Content-Disposition/,
  ],
  [
    "a part with its name only in the file name",
    `${part("", "{}", 'Content-Disposition: form-data; filename="; name=event"')}--B--`,
    /no quoted name in Content-Disposition/,
  ],
  [
    "too many parts",
    `${Array.from({ length: 17 }, (_, index) => part(`x${index}`, "")).join("")}--B--`,
    /more than 16 parts/,
  ],
  ["no event", `${environmentPart}--B--`, /the part "event" is missing/],
  ["no environment", `${eventPart}--B--`, /the part "environment" is missing/],
  ["two events", `${eventPart}${eventPart}${environmentPart}--B--`, /two parts "event"/],
  ["an event that is not JSON", `${part("event", "{oops")}${environmentPart}--B--`, /"event" is not JSON/],
  ["an empty event", `${part("event", "")}${environmentPart}--B--`, /"event" is not JSON/],
  [
    "an event that begins with a byte order mark",
    `${part("event", "\uFEFF{}")}${environmentPart}--B--`,
    /"event" is not JSON/,
  ],
  ["an event that is a list", `${part("event", "[]")}${environmentPart}--B--`, /event\.type is not a string/],
  ["an event that is null", `${part("event", "null")}${environmentPart}--B--`, /event is not an object/],
  [
    "an event without an id",
    `${part("event", '{"type":"task"}')}${environmentPart}--B--`,
    /event\.eventId is not/,
  ],
  [
    "a task without its type",
    `${part("event", '{"type":"task","eventId":"e","installationId":"i"}')}${environmentPart}--B--`,
    /event\.task\.type is not a string/,
  ],
  [
    "a request without headers",
    `${part("event", '{"type":"fetch","eventId":"e","installationId":"i","request":{"method":"GET","url":"/"}}')}${environmentPart}--B--`,
    /event\.request\.headers is not an object/,
  ],
  [
    "a rendering without props",
    `${part("event", '{"type":"ui_render","eventId":"e","installationId":"i","componentId":"c"}')}${environmentPart}--B--`,
    /event\.props is not an object/,
  ],
  [
    "an environment without tokens",
    `${eventPart}${part("environment", '{"apiEndpoint":"x"}')}--B--`,
    /environment\.apiTokens\.integration is not a string/,
  ],
  [
    "an environment of numbers",
    `${eventPart}${part("environment", '{"apiEndpoint":"x","apiTokens":{"integration":"t"},"integration":1}')}--B--`,
    /environment\.integration\.urls\.publicEndpoint is not a string/,
  ],
  [
    "a deeply nested environment",
    `${eventPart}${part("environment", "[".repeat(100_000))}--B--`,
    /"environment" is not JSON/,
  ],
  [
    "a fetch-body in a text part",
    `${eventPart}${environmentPart}${part("fetch-body", "a\r\nb")}--B--`,
    /"fetch-body" has no filename/,
  ],
];

describe("a malformed envelope", () => {
  it.each(malformed)("with %s is rejected with the reason", (_what, text, why) => {
    expect(() => decodeText(text)).toThrow(
      expect.objectContaining({
        name: "EnvelopeError",
        code: "malformed",
        message: expect.stringMatching(why),
      }),
    );
  });

  it("is rejected if its text is not UTF-8", () => {
    const bytes = encoder.encode(wholeEnvelope);
    bytes[70] = 0xff;
    expect(() => decodeEnvelope(bytes, contentType)).toThrow(/"event" is not JSON in UTF-8/);
    const inHeader = encoder.encode(wholeEnvelope);
    inHeader[10] = 0xff;
    expect(() => decodeEnvelope(inHeader, contentType)).toThrow(/no quoted name in Content-Disposition/);
  });

  it("does not reveal text near a secret", () => {
    const text = `${eventPart}${part("environment", '{"secrets":{"KEY":"hunter2" oops')}--B--`;
    expect(() => decodeText(text)).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining("hunter2") }),
    );
  });

  it.each([
    [null, /Content-Type is null/],
    ["application/json", /Content-Type is application\/json/],
    ["multipart/form-data", /not multipart\/form-data with a boundary/],
    ["multipart/form-data; boundary=", /not multipart\/form-data with a boundary/],
    [`multipart/form-data; boundary=${"b".repeat(71)}`, /not multipart\/form-data with a boundary/],
    ["multipart/form-data; boundary=a b", /not multipart\/form-data with a boundary/],
    ["multipart/mixed; boundary=B", /Content-Type is multipart\/mixed/],
  ])("is rejected with the Content-Type %s", (type, why) => {
    expect(() => decodeText(wholeEnvelope, type)).toThrow(
      expect.objectContaining({ code: "malformed", message: expect.stringMatching(why) }),
    );
  });
});
