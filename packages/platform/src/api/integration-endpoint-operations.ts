import type { Endpoint } from "@plugboard/webhook-delivery";
import * as z from "zod";
import { requireAdmin } from "../access/principal.ts";
import { reviveIntegrationEndpoint } from "../delivery/integration-endpoints.ts";
import type { Services } from "../platform/services.ts";
import { findEndpoint } from "./endpoint-place.ts";
import { defineOperation, type Operation } from "./operation.ts";

const tag = "Events and deliveries";
const path = "/installations/{installationId}/integration-endpoint";
const params = z.object({ installationId: z.string() });
const update = z.object({ status: z.literal("enabled") });
const schema = z.object({
  status: z.enum(["enabled", "disabled"]),
  disabledReason: z.enum(["gone", "failing"]).exactOptional(),
});

/** The endpoint behind which an installation's integration is: whether the engine gave it up, and another chance for it. */
export function createIntegrationEndpointOperations(services: Services): Operation[] {
  const { deliveries } = services;
  return [
    defineOperation({
      method: "get",
      path,
      tag,
      summary: "Read whether an installation's integration is sent its events, or the platform disabled it",
      input: { params },
      response: schema,
      handle: async (input, principal) => toResource(await findEndpoint(services, input.params, principal)),
    }),
    defineOperation({
      method: "patch",
      path,
      tag,
      summary: "Enable an installation's integration that the platform disabled",
      input: { params, body: update },
      response: schema,
      handle: async (input, principal) => {
        requireAdmin(principal);
        const { id } = await findEndpoint(services, input.params, principal);
        await reviveIntegrationEndpoint(deliveries, id);
        return toResource(await findEndpoint(services, input.params, principal));
      },
    }),
  ];
}

// It is paused only while its installation is, which has a status of its own.
function toResource({ status, disabledReason }: Endpoint): z.infer<typeof schema> {
  if (status !== "disabled") return { status: "enabled" };
  return { status, ...(disabledReason !== undefined && { disabledReason }) };
}
