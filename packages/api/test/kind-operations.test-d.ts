import { expectTypeOf } from "vitest";
import { createServerClient } from "../src/client/server-client.ts";

const kinds = { project: { plural: "projects" } } as const;
const options = { endpoint: "http://127.0.0.1:4000/v1", token: "t" };
const client = createServerClient({ ...options, contract: { kinds } });
const core = createServerClient(options);
const key = { installationId: "i", storageKey: "k" };

void client.setStoredValue({ ...key, value: 1, projectId: "p" });
void client.queueTask({ task: { type: "t" }, projectId: "p" });
// @ts-expect-error -- the product has no such kind
void client.queueTask({ task: { type: "t" }, spaceId: "s" });
// @ts-expect-error -- a platform without a product has no kinds
void core.queueTask({ task: { type: "t" }, projectId: "p" });
// A client with kinds can be used where any client is expected.
expectTypeOf(client.getIntegration).toEqualTypeOf(core.getIntegration);
expectTypeOf(client).toExtend<typeof core>();
