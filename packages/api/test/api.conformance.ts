import { createApiClient } from "../src/client.ts";
import { getInstallation } from "../src/contract/routes.ts";
import { exampleEnvironment } from "../src/fixtures/example-environment.fixture.ts";
import { exampleEvents } from "../src/fixtures/example-events.fixture.ts";
import { environmentSchema, parseEvent } from "../src/schemas.ts";

/** Runs the schemas and the client on the current JavaScript runtime. */
export async function run(): Promise<void> {
  for (const event of [exampleEvents.schedule, exampleEvents.ui_render, exampleEvents.task]) {
    if (!parseEvent(event).known) throw new Error(`${event.type} is not known`);
  }
  if (parseEvent({ ...exampleEvents.task, type: "newer" }).known)
    throw new Error("an unknown event is known");
  environmentSchema.parse(exampleEnvironment);
  const responses = [Response.error(), new Response("", { status: 503 }), Response.json({ id: "ins_1" })];
  const client = createApiClient({
    endpoint: "https://platform.example/v1",
    token: "token",
    wait: () => Promise.resolve(),
    fetch: async (input, init) => {
      // The real constructor checks whether the runtime accepts the request.
      const request = new Request(input, init);
      if (request.headers.get("authorization") !== "Bearer token") throw new Error("the token is missing");
      const response = responses.shift() ?? Response.json({});
      if (response.type === "error") throw new TypeError("connection lost");
      return response;
    },
  });
  const { id } = await client.call(getInstallation, { params: { installationId: "ins_1" } });
  if (id !== "ins_1" || responses.length > 0) throw new Error("the call was not tried three times");
}
