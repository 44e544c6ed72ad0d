import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EnvelopeError } from "./envelope-error.ts";
import { exampleEnvironment } from "../../test/fixtures/example-environment.fixture.ts";
import { fetchEvent } from "../../test/fixtures/example-events.fixture.ts";
import { decodeEnvelope } from "./decode-envelope.ts";
import { encodeEnvelope } from "./encode-envelope.ts";

// For a long run: PLUGBOARD_FUZZ_RUNS=100000 vitest run packages/runtime/src/envelope
const numRuns = Number(process.env["PLUGBOARD_FUZZ_RUNS"] ?? 1000);
const options = { timeout: 20_000 + numRuns * 10 };

const event = fetchEvent();
const environment = exampleEnvironment;
const contentType = "multipart/form-data; boundary=B";

// Multipart fragments, so that random bodies pass the first check.
const pieces = fc.constantFrom(
  "--B",
  "--B--",
  "\r\n",
  "\n",
  "\r",
  "--",
  ";",
  "=",
  '"',
  "name",
  "event",
  "environment",
  "fetch-body",
  'Content-Disposition: form-data; name="event"',
  'Content-Disposition: form-data; name="environment"',

  'Content-Disposition: form-data; name="fetch-body"; filename="x"',
  JSON.stringify(event),
  "{}",
  "\u0000",
  "é",
);
const fragments = fc.array(fc.oneof({ weight: 3, arbitrary: pieces }, fc.string({ unit: "binary" })), {
  maxLength: 30,
});
const bytesNearBoundary = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fragments.map((parts) => Uint8Array.from(Buffer.from(parts.join("")))),
);

// The two allowed outcomes; any other error is shown as is.
const allowed = ["decoded", "refused"];

function outcomeOf(bytes: Uint8Array<ArrayBuffer>, type: string): unknown {
  try {
    return typeof decodeEnvelope(bytes, type).event.eventId === "string"
      ? "decoded"
      : "decoded without an id";
  } catch (error) {
    return error instanceof EnvelopeError ? "refused" : error;
  }
}

describe("decodeEnvelope", () => {
  it("round-trips any body byte for byte", options, () => {
    fc.assert(
      fc.property(bytesNearBoundary, (fetchBody) => {
        const encoded = encodeEnvelope({ event, environment, fetchBody });
        expect(decodeEnvelope(encoded.body, encoded.contentType).fetchBody).toEqual(fetchBody);
      }),
      { numRuns },
    );
  });

  it("decodes or rejects any body", options, () => {
    fc.assert(
      fc.property(fragments, (parts) => {
        const bytes = new TextEncoder().encode(`--B${parts.join("")}`);
        expect(allowed).toContain(outcomeOf(bytes, contentType));
      }),
      { numRuns },
    );
  });

  it("decodes or rejects an envelope with a single change", options, () => {
    const { body } = encodeEnvelope({ event, environment, fetchBody: Uint8Array.of(1, 2, 3) });
    const boundary = new TextDecoder().decode(body.subarray(2, body.indexOf(13)));
    fc.assert(
      fc.property(
        fc.nat(body.length),
        fc.nat(20),
        fc.uint8Array({ maxLength: 8 }),
        (at, removed, inserted) => {
          const changed = Uint8Array.from([
            ...body.subarray(0, at),
            ...inserted,
            ...body.subarray(at + removed),
          ]);
          expect(allowed).toContain(outcomeOf(changed, `multipart/form-data; boundary=${boundary}`));
        },
      ),
      { numRuns },
    );
  });

  it("decodes or rejects any Content-Type", options, () => {
    const { body } = encodeEnvelope({ event, environment });
    const parameter = fc.constantFrom(
      "; ",
      ";",
      "boundary=",
      "BOUNDARY=",
      '"',
      "B",
      " ",
      "charset=utf-8",
      "=",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(parameter, fc.string({ maxLength: 5 }))), (parts) => {
        expect(allowed).toContain(outcomeOf(body, `multipart/form-data${parts.join("")}`));
      }),
      { numRuns },
    );
  });
});
