import type { DisabledNotice } from "@plugboard/webhook-delivery";
import * as z from "zod";
import { requireAdmin } from "../access/principal.ts";
import { found } from "../common/platform-error.ts";
import type { Services } from "../platform/services.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { listSchema, pageQuerySchema, paginate } from "./paginate.ts";
import { deliveryTargetSchema } from "./schemas.ts";
import { createLoadEndpointFacts } from "./show-delivery.ts";
import { isoTime, toDeliveryTarget } from "./to-resource.ts";

const tag = "Events and deliveries";
const time = z.iso.datetime();
const schema = z.object({
  id: z.string(),
  installationId: z.string(),
  target: deliveryTargetSchema,
  reason: z.enum(["gone", "failing"]),
  disabledAt: time,
  failingSince: time.exactOptional(),
});

/** What the delivery engine did by itself: endpoints it disabled. Kept until somebody has seen it. */
export function createNoticeOperations(services: Services): Operation[] {
  const { deliveries } = services;
  const show = async ({ id, endpointId, reason, disabledAt, failingSince }: DisabledNotice) => {
    const { endpoint, integration } = await createLoadEndpointFacts(services)(endpointId);
    return {
      id,
      installationId: endpoint?.tenant ?? endpointId,
      target: toDeliveryTarget(endpoint, integration),
      reason,
      disabledAt: isoTime(disabledAt),
      ...(failingSince !== undefined && { failingSince: isoTime(failingSince) }),
    };
  };
  return [
    defineOperation({
      method: "get",
      path: "/notices",
      tag,
      summary: "List the endpoints that were disabled because they failed, until each is acknowledged",
      input: { query: pageQuerySchema },
      response: listSchema(schema),
      handle: async ({ query }, principal) => {
        requireAdmin(principal);
        const { items, ...rest } = paginate(await deliveries.listNotices(), newestFirst, query);
        return { items: await Promise.all(items.map(show)), ...rest };
      },
    }),
    defineOperation({
      method: "post",
      path: "/notices/{noticeId}/acknowledge",
      tag,
      summary: "Acknowledge a notice; it is listed no more",
      input: { params: z.object({ noticeId: z.string() }) },
      status: 204,
      handle: async ({ params: { noticeId } }, principal) => {
        requireAdmin(principal);
        const notices = await deliveries.listNotices();
        found(
          notices.find(({ id }) => id === noticeId),
          `notice ${noticeId}`,
        );
        await deliveries.acknowledgeNotice(noticeId);
      },
    }),
  ];
}

function newestFirst({ disabledAt, id }: DisabledNotice): string {
  return `${Number.MAX_SAFE_INTEGER - disabledAt} ${id}`;
}
