import { FormData as UndiciFormData, Request as UndiciRequest, Response as UndiciResponse } from "undici";
import { describe, expect, it } from "vitest";
import { awkwardBodies } from "../../test/fixtures/awkward-bodies.fixture.ts";
import { exampleEnvironment as environment } from "../../test/fixtures/example-environment.fixture.ts";
import { pageFeedback } from "../../test/fixtures/example-events.fixture.ts";
import { decodeEnvelope } from "./decode-envelope.ts";
import { encodeEnvelope } from "./encode-envelope.ts";

const implementations = {
  "the runtime's own": { FormData, Request, Response },
  "undici's": { FormData: UndiciFormData, Request: UndiciRequest, Response: UndiciResponse },
};

describe.each(Object.entries(implementations))("%s FormData", (_whose, { FormData, Request, Response }) => {
  it.each(Object.entries(awkwardBodies))("parses our encoding with %s", async (_what, fetchBody) => {
    const { contentType, body } = encodeEnvelope({ event: pageFeedback, environment, fetchBody });
    const form = await new Response(body, { headers: { "content-type": contentType } }).formData();
    expect(form.get("event")).toBe(JSON.stringify(pageFeedback));
    expect(form.get("environment")).toBe(JSON.stringify(environment));
    const file = form.get("fetch-body");
    expect(file instanceof Blob && new Uint8Array(await file.arrayBuffer())).toEqual(fetchBody);
  });

  it.each(Object.entries(awkwardBodies))(
    "produces an encoding that we decode, with %s",
    async (_what, fetchBody) => {
      const form = new FormData();
      form.set("event", JSON.stringify(pageFeedback));
      form.set("environment", JSON.stringify(environment));
      form.set("fetch-body", new Blob([fetchBody]), 'a "quoted"\r\nname.bin');
      const request = new Request("https://integration.example/v1", { method: "POST", body: form });
      const bytes = new Uint8Array(await request.arrayBuffer());
      const envelope = decodeEnvelope(bytes, request.headers.get("content-type"));
      expect(envelope).toEqual({ event: pageFeedback, environment, fetchBody });
    },
  );
});
