import * as z from "zod";
import { limits } from "./limits.ts";
import { storageKeySchema } from "./storage-key.ts";

const parameter = (description: string, example: string): z.ZodType<string, string> =>
  z
    .string()
    .min(1)
    .max(limits.identifierLength)
    .meta({ description, examples: [example] });

/** The schemas of all path parameters by name. */
export const parameterSchemas = {
  blockIndex: parameter("The block's position in its page, from 0.", "0"),
  componentId: parameter("A component ID from the manifest.", "digest"),
  customEventType: parameter("A custom event type.", "invoice.paid"),
  deliveryId: parameter("A delivery.", "dlv_1"),
  documentName: parameter("An OpenAPI document of a site.", "pets"),
  endpointId: parameter("A webhook endpoint.", "whe_1"),
  eventId: parameter("An event.", "evt_1"),
  eventType: parameter("The name of an event.", "space_content_updated"),
  imageId: parameter("An image of a space.", "img_1"),
  installationId: parameter("An installation.", "ins_1"),
  integration: parameter("The name of an integration.", "content-digest"),
  invitationId: parameter("An invitation.", "inv_1"),
  keyId: parameter("An API key.", "key_1"),
  noticeId: parameter("A notice.", "ntc_1"),
  organizationId: parameter("An organization.", "org_1"),
  pageId: parameter("A page.", "pag_1"),
  portalSessionId: parameter("A portal session.", "pse_1"),
  property: parameter("A setting's name in the manifest.", "channel"),
  recoveryId: parameter("A recovery.", "rec_1"),
  revisionId: parameter("A revision of a space.", "rev_1"),
  reviewId: parameter("A submission of an integration.", "rvw_1"),
  siteId: parameter("A site.", "sit_1"),
  spaceId: parameter("A space.", "spc_1"),
  storageKey: storageKeySchema,
  subscriptionId: parameter("A subscription of an agent.", "sub_1"),
  taskId: parameter("A task, by the `eventId` of its event.", "evt_1"),
  threadId: parameter("A comment thread of a page.", "cmt_1"),
  toolId: parameter("A tool's ID in the manifest.", "find_pages"),
  visitorId: parameter("The visitor's anonymous ID in events.", "4f1c"),
  viewId: parameter("A saved view.", "vie_1"),
  userId: parameter("The person's ID, as the identity provider names it.", "usr_1"),
};

/** The names of the parameters in a path such as `/spaces/{spaceId}`. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/** A value for each parameter of a path. */
export type PathParameters<Path extends string> = { readonly [Name in PathParameter<Path>]: string };

/** Returns the schema of a path's parameters. */
export function parametersOf<Path extends string>(path: Path): z.ZodType<PathParameters<Path>> {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
  // A product's paths have their own parameters, such as `projectId`.
  const own = names.filter((name) => !Object.hasOwn(parameterSchemas, name));
  const fields = [
    ...Object.entries(parameterSchemas).filter(([name]) => names.includes(name)),
    ...own.map((name) => [name, parameter("A resource of the product.", "1")] as const),
  ];
  // The type derives from the path's parameter names, which a loop cannot express.
  return z.object(Object.fromEntries(fields)) as z.ZodType as z.ZodType<PathParameters<Path>>;
}
