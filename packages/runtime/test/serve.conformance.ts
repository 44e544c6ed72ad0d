import { encodeEnvelope } from "../src/envelope.ts";
import { exampleEnvironment as environment } from "./fixtures/example-environment.fixture.ts";
import { allowUnsignedRequests, createIntegration } from "../src/index.ts";
import { serve } from "../src/node/serve.ts";

/**
 * Runs the server on the current JavaScript runtime: it survives a rejection left behind by a request, and
 * stops.
 */
export async function run(): Promise<void> {
  const integration = createIntegration({
    events: { installation_deleted: () => void Promise.reject(new Error("left behind")) },
    [allowUnsignedRequests]: true,
  });
  const server = await serve(integration, { port: 0, env: {}, hostname: "127.0.0.1" });
  for (const eventId of ["evt_1", "evt_2"]) {
    const event = { type: "installation_deleted", eventId, installationId: "ins_1" };
    const { contentType, body } = encodeEnvelope({ event, environment });
    const headers = { "content-type": contentType };
    const response = await fetch(`http://127.0.0.1:${server.port}/v1`, { method: "POST", headers, body });
    if (response.status !== 200) throw new Error(`the response to the event was ${response.status}`);
    await response.body?.cancel();
    // A rejection is reported after the event loop turn in which it happened.
    await new Promise((resolve) => void setTimeout(resolve, 20));
  }
  await server.close();
}
