import { createWebhookReceiver } from "../src/index.ts";
import { contentUpdated, pageFeedback, schemas, secret } from "./sample-events.fixture.ts";
import { createSignedRequest } from "../src/testing.ts";

/** Runs the receiver's requirements on any runtime with its own `Request` and `Response`. */
export async function run(): Promise<void> {
  const handled: string[] = [];
  const pending: Promise<unknown>[] = [];
  const receiver = createWebhookReceiver({
    secret: ["next", secret],
    maxBodyBytes: 10_000,
    schemas,
    events: {
      page_feedback: (event, { waitUntil }) => {
        handled.push(event.feedback.comment);
        waitUntil(Promise.resolve("later"));
      },
      "*": () => Promise.reject(new Error("no")),
    },
  });
  const platform = { waitUntil: (work: Promise<unknown>) => void pending.push(work) };
  const expectResponse = async (request: Request, status: number, body: RegExp): Promise<void> => {
    const response = await receiver.fetch(request, platform);
    const text = await response.text();
    if (response.status === status && body.test(text)) return;
    throw new Error(`The receiver does not conform: ${response.status} ${text} instead of ${status} ${body}`);
  };
  const url = "https://receiver.test/webhooks";

  await expectResponse(
    await createSignedRequest({ secret, event: pageFeedback }),
    200,
    /^\{"received":true\}$/,
  );
  await expectResponse(
    await createSignedRequest({ secret, event: pageFeedback }),
    200,
    /^\{"received":true\}$/,
  );
  await expectResponse(
    await createSignedRequest({ secret, event: contentUpdated }),
    500,
    /Internal server error/,
  );
  await expectResponse(await createSignedRequest({ secret, event: "{" }), 400, /not JSON/);
  await expectResponse(
    await createSignedRequest({ secret: "other", event: pageFeedback }),
    401,
    /signature/i,
  );
  await expectResponse(new Request(url, { method: "POST", body: "{}" }), 401, /x-service-signature/);
  await expectResponse(new Request(url, { method: "POST", body: "x".repeat(10_001) }), 413, /10000 bytes/);
  await expectResponse(new Request(url), 405, /^Method not allowed$/);
  const consumed = await createSignedRequest({ secret, event: pageFeedback });
  await consumed.text();
  await expectResponse(consumed, 500, /body_consumed/);

  await Promise.all(pending);
  if (handled.join() !== pageFeedback.feedback.comment) throw new Error(`Handled: ${handled.join()}`);
  if (pending.length !== 1) throw new Error(`waitUntil was called ${pending.length} times`);
}
