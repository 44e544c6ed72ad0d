import { type ApiClient } from "@plugboard/api/client";
import { listEventRecipients } from "@plugboard/api/routes";
import { appendProductEvent, type Product } from "@plugboard/platform";
import { TestPlatformError } from "../errors/test-platform-error.ts";
import type { World } from "./open-world.ts";
import { type EventResult, type FailureOptions, follow } from "./run-events.ts";
import { testIds } from "./test-ids.ts";

/**
 * Emits an event of a product and returns the integration's result. Resulting events are queued.
 *
 * @throws TestPlatformError `not_found`, `not_sent`, `handler_failed`
 */
export async function emitProductEvent(
  { world, api, product }: { readonly world: World; readonly api: ApiClient; readonly product: Product },
  type: string,
  overrides: Readonly<Record<string, unknown>>,
  options: FailureOptions,
): Promise<EventResult> {
  const { platform, installationId, resources } = world;
  const declaration = product.contract.events?.[type];
  if (declaration === undefined)
    throw new TestPlatformError("not_found", `${product.contract.name} has no event ${type}.`);
  const { on: kind, sample } = declaration;
  const id = kind === "organization" ? testIds.organization : resources[kind];
  if (id === undefined)
    throw new TestPlatformError("not_found", `${type} needs a ${kind}. Return its ID from \`seed\`.`);
  let eventId = "";
  const result = await follow(world, type, options, async () => {
    eventId = await platform.db.transaction().execute(
      async (transaction) =>
        await appendProductEvent(platform, product, transaction, {
          type,
          resource: { kind, id },
          fields: { ...sample, ...overrides },
        }),
    );
  });
  if (result.status !== undefined) return result;
  const { items } = await api.call(listEventRecipients, { params: { eventId } });
  const own = items.find((item) => item.installationId === installationId && item.endpointId === undefined);
  const reason = own?.detail ?? `The integration is not installed in the ${kind}.`;
  throw new TestPlatformError("not_sent", `${type} was not sent. ${reason}`);
}
