import * as z from "zod";
import { requireAdmin } from "../access/principal.ts";
import { listOptions } from "../dispatch/list-options.ts";
import type { Services } from "../platform/services.ts";
import { defineOperation, type Operation } from "./operation.ts";

const querySchema = z.object({
  /** What the user has typed so far. */
  query: z.string().max(1000).exactOptional(),
  /** For a setting of the installation in this space. */
  spaceId: z.string().exactOptional(),
  /** For a setting of the installation in this site. */
  siteId: z.string().exactOptional(),
});
const options = z.array(z.object({ label: z.string(), value: z.string() })).readonly();

/** Choices of settings, which the integration itself supplies. */
export function createOptionOperations({ context }: Services): Operation[] {
  return [
    defineOperation({
      method: "get",
      path: "/installations/{installationId}/options/{property}",
      tag: "Installations",
      summary: "List the options of a setting, as its integration offers them",
      input: { params: z.object({ installationId: z.string(), property: z.string() }), query: querySchema },
      response: options,
      handle: async ({ params: { installationId, property }, query }, principal) => {
        requireAdmin(principal);
        return await listOptions(context, { installationId, property, ...query });
      },
    }),
  ];
}
