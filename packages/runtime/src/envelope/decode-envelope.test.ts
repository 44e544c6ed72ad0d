import { FormData as UndiciFormData, Request as UndiciRequest, Response as UndiciResponse } from "undici";
import { describe, expect, it } from "vitest";
import { exampleEnvironment } from "../fixtures/example-environment.fixture.ts";
import { contentUpdated, fetchEvent, pageFeedback } from "../fixtures/example-events.fixture.ts";
import { encodeEnvelope } from "./encode-envelope.ts";
import { decodeEnvelope } from "./decode-envelope.ts";
import type { EnvelopeLimits } from "./envelope-limits.ts";

const encoder = new TextEncoder();
const contentType = "multipart/form-data; boundary=B";
const environment = exampleEnvironment;
const everyByte = Uint8Array.from({ length: 256 * 3 }, (_, index) => index % 256);

// What breaks multipart readers: line ends, dashes, and what looks like a boundary.
const awkwardBodies = {
  "an empty body": new Uint8Array(),
  "every byte": everyByte,
  "line ends alone": encoder.encode("\n\r\n\r\r\n\n"),
  "an end that begins a boundary": encoder.encode("text\r\n--"),
  "a body that is multipart itself": encoder.encode(
    "--B\r\nContent-Disposition: form-data\r\n\r\nx\r\n--B--\r\n",
  ),
  "a megabyte of dashes": new Uint8Array(1024 * 1024).fill(45),
};

function part(
  name: string,
  content: string,
  header = `Content-Disposition: form-data; name="${name}"`,
): string {
  return `--B\r\n${header}\r\n\r\n${content}\r\n`;
}

const eventPart = part("event", JSON.stringify(contentUpdated));
const environmentPart = part("environment", JSON.stringify(environment));
const whole = `${eventPart}${environmentPart}--B--\r\n`;
const decodeText = (text: string, type: string | null = contentType) =>
  decodeEnvelope(encoder.encode(text), type);

describe("decodeEnvelope", () => {
  it.each(Object.entries(awkwardBodies))("gives back what was encoded, with %s", (_what, fetchBody) => {
    const content = { event: fetchEvent(), environment, fetchBody };
    const encoded = encodeEnvelope(content);
    expect(decodeEnvelope(encoded.body, encoded.contentType)).toEqual(content);
  });

  it("gives no fetchBody where there was none", () => {
    const encoded = encodeEnvelope({ event: pageFeedback, environment });
    expect(decodeEnvelope(encoded.body, encoded.contentType)).toEqual({ event: pageFeedback, environment });
  });

  it("keeps line ends, quotes and other scripts in JSON as they are", () => {
    const event = { ...pageFeedback, feedback: { rating: '"\r\n--B', comment: "日本語 \u2028 \u{1F600}" } };
    const encoded = encodeEnvelope({ event, environment });
    expect(decodeEnvelope(encoded.body, encoded.contentType).event).toEqual(event);
  });

  it.each([
    ["a part it does not know", `${part("trace", "abc")}${whole}`],
    ["parts in another order", `${environmentPart}${eventPart}--B--\r\n`],
    ["no line end at the end", whole.trimEnd()],
    [
      "more headers on a part",
      `${part("event", JSON.stringify(contentUpdated), 'X-A: 1\r\ncontent-disposition:form-data;name="event"; x=y\r\nX-B: 2')}${environmentPart}--B--`,
    ],
  ])("accepts %s", (_what, text) => {
    expect(decodeText(text)).toEqual({ event: contentUpdated, environment });
  });

  it.each([
    ["quoted", 'multipart/form-data; boundary="B"'],
    ["in capitals, after another parameter", "Multipart/Form-Data; charset=utf-8; BOUNDARY=B"],
  ])("accepts a boundary %s", (_what, type) => {
    expect(decodeText(whole, type).event).toEqual(contentUpdated);
  });
});

const malformed: readonly (readonly [what: string, text: string, why: RegExp])[] = [
  ["nothing", "", /does not begin with the boundary/],
  ["no boundary", "event=x", /does not begin with the boundary/],
  ["another boundary", whole.replaceAll("--B", "--C"), /does not begin with the boundary/],
  ["a preamble", `hello\r\n${whole}`, /does not begin with the boundary/],
  [
    "a first part cut in its header",
    "--B\r\nContent-Disposition: form-",
    /part header at byte 3 does not end/,
  ],
  ["a part without headers", `--B\r\n\r\nx\r\n--B--`, /no Content-Disposition/],
  ["a header that never ends", `--B\r\nX: ${"x".repeat(5000)}\r\n\r\n--B--`, /does not end/],
  [
    "a header full of semicolons",
    `--B\r\nContent-Disposition: form-data${"; a=b ".repeat(500)}!\r\n\r\n\r\n--B--`,
    /no Content-Disposition/,
  ],
  ["a part cut off", eventPart.slice(0, 100), /the part "event" is cut off/],
  ["no last boundary", `${eventPart}${environmentPart}`, /is cut off/],
  ["a boundary with something behind it", `${whole.slice(0, -4)}x`, /the boundary before byte \d+ goes on/],
  ["bytes after the end", `${whole}more`, /bytes follow its last boundary/],
  [
    "an attachment instead of form data",
    part("event", "{}", 'Content-Disposition: attachment; name="event"'),
    /no Content-Disposition/,
  ],
  [
    "a part without a name",
    `${part("", "{}", "Content-Disposition: form-data")}--B--`,
    /no Content-Disposition: form-data with a quoted name/,
  ],
  [
    "a part with its name in a file name",
    `${part("", "{}", 'Content-Disposition: form-data; filename="; name=event"')}--B--`,
    /with a quoted name/,
  ],
  [
    "too many parts",
    `${Array.from({ length: 17 }, (_, index) => part(`x${index}`, "")).join("")}--B--`,
    /more than 16 parts/,
  ],
  ["no event", `${environmentPart}--B--`, /the part "event" is missing/],
  ["no environment", `${eventPart}--B--`, /the part "environment" is missing/],
  ["two events", `${eventPart}${eventPart}${environmentPart}--B--`, /two parts "event"/],
  ["an event that is no JSON", `${part("event", "{oops")}${environmentPart}--B--`, /"event" is not JSON/],
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
    /event\.task is not an object/,
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
    /environment\.apiTokens is not an object/,
  ],
  [
    "an environment of deep nesting",
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
  it.each(malformed)("with %s is refused with what is wrong", (_what, text, why) => {
    expect(() => decodeText(text)).toThrow(
      expect.objectContaining({
        name: "ExposableError",
        status: 400,
        code: "bad_envelope",
        message: expect.stringMatching(why),
      }),
    );
  });

  it("is refused when its text is not UTF-8", () => {
    const bytes = encoder.encode(whole);
    bytes[70] = 0xff;
    expect(() => decodeEnvelope(bytes, contentType)).toThrow(/"event" is not JSON in UTF-8/);
    const inHeader = encoder.encode(whole);
    inHeader[10] = 0xff;
    expect(() => decodeEnvelope(inHeader, contentType)).toThrow(/no Content-Disposition/);
  });

  it("does not show what a secret was near to", () => {
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
  ])("is refused with the Content-Type %s", (type, why) => {
    expect(() => decodeText(whole, type)).toThrow(
      expect.objectContaining({ status: 400, message: expect.stringMatching(why) }),
    );
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
  ])("%s of %i bytes is kept to the byte", (limit, bytes) => {
    const decode = (value: number) => decodeEnvelope(encoded.body, encoded.contentType, { [limit]: value });
    expect(decode(bytes).fetchBody).toEqual(everyByte);
    expect(() => decode(bytes - 1)).toThrow(
      expect.objectContaining({
        status: 413,
        code: "too_large",
        message: expect.stringContaining(`is larger than ${bytes - 1} bytes`),
      }),
    );
  });
});

const implementations = {
  "the runtime's own": { FormData, Request, Response },
  "undici's": { FormData: UndiciFormData, Request: UndiciRequest, Response: UndiciResponse },
};

describe.each(Object.entries(implementations))("%s FormData", (_whose, { FormData, Request, Response }) => {
  it.each(Object.entries(awkwardBodies))("reads what is encoded here, with %s", async (_what, fetchBody) => {
    const { contentType, body } = encodeEnvelope({ event: pageFeedback, environment, fetchBody });
    const form = await new Response(body, { headers: { "content-type": contentType } }).formData();
    expect(form.get("event")).toBe(JSON.stringify(pageFeedback));
    expect(form.get("environment")).toBe(JSON.stringify(environment));
    const file = form.get("fetch-body");
    expect(file instanceof Blob && new Uint8Array(await file.arrayBuffer())).toEqual(fetchBody);
  });

  it.each(Object.entries(awkwardBodies))("writes what is decoded here, with %s", async (_what, fetchBody) => {
    const form = new FormData();
    form.set("event", JSON.stringify(pageFeedback));
    form.set("environment", JSON.stringify(environment));
    form.set("fetch-body", new Blob([fetchBody]), 'a "quoted"\r\nname.bin');
    const request = new Request("https://integration.example/v1", { method: "POST", body: form });
    const bytes = new Uint8Array(await request.arrayBuffer());
    const envelope = decodeEnvelope(bytes, request.headers.get("content-type"));
    expect(envelope).toEqual({ event: pageFeedback, environment, fetchBody });
  });
});
