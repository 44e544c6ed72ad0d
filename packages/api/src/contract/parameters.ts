import * as z from "zod";
import { limits } from "./limits.ts";
import { storageKeySchema } from "./storage-key.ts";

/**
 * Returns the schema of a path parameter with its documentation.
 *
 * @example
 * import { pathParameter } from "@plugboard/api/contract";
 *
 * const parameters = { projectId: pathParameter("A project.", "prj_1") };
 * console.log(parameters.projectId.parse("prj_1")); // prj_1
 */
export function pathParameter(description: string, example: string): z.ZodType<string, string> {
  return z
    .string()
    .min(1)
    .max(limits.identifierLength)
    .meta({ description, examples: [example] });
}

/** The schemas of the path parameters of the platform's own operations by name. */
export const parameterSchemas = {
  componentId: pathParameter("A component ID from the manifest.", "digest"),
  customEventType: pathParameter("A custom event type.", "invoice.paid"),
  deliveryId: pathParameter("A delivery.", "dlv_1"),
  endpointId: pathParameter("A webhook endpoint.", "whe_1"),
  eventId: pathParameter("An event.", "evt_1"),
  eventType: pathParameter("The name of an event.", "invoice.paid"),
  installationId: pathParameter("An installation.", "ins_1"),
  integration: pathParameter("The name of an integration.", "content-digest"),
  invitationId: pathParameter("An invitation.", "inv_1"),
  keyId: pathParameter("An API key.", "key_1"),
  noticeId: pathParameter("A notice.", "ntc_1"),
  organizationId: pathParameter("An organization.", "org_1"),
  portalOriginId: pathParameter("An origin that can embed the portal.", "por_1"),
  portalSessionId: pathParameter("A portal session.", "pse_1"),
  provisionedGroupId: pathParameter("A group of the organization's identity provider.", "grp_1"),
  provisionedUserId: pathParameter("A user of the organization's identity provider.", "prv_1"),
  property: pathParameter("A setting's name in the manifest.", "channel"),
  recoveryId: pathParameter("A recovery.", "rec_1"),
  reviewId: pathParameter("A submission of an integration.", "rvw_1"),
  storageKey: storageKeySchema,
  stream: pathParameter("`audit` for the audit log, `logs` for the log lines of integrations.", "audit"),
  subscriptionId: pathParameter("A subscription of an agent.", "sub_1"),
  taskId: pathParameter("A task, by the `eventId` of its event.", "evt_1"),
  toolId: pathParameter("A tool's ID in the manifest.", "find_articles"),
  viewId: pathParameter("A saved view.", "vie_1"),
  userId: pathParameter("The person's ID, as the identity provider names it.", "usr_1"),
};

/** The names of the parameters in a path such as `/organizations/{organizationId}`. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/** A value for each parameter of a path. */
export type PathParameters<Path extends string> = { readonly [Name in PathParameter<Path>]: string };

/** The schemas of a product's path parameters by name. */
export type ProductParameters = Readonly<Record<string, z.ZodType<string, string>>>;

const anyResource = pathParameter("A resource of the product.", "1");

/** Returns the schema of a path's parameters. A parameter that is in neither table is any resource of the product. */
export function parametersOf<Path extends string>(
  path: Path,
  own: ProductParameters = {},
): z.ZodType<PathParameters<Path>> {
  const schemas: ProductParameters = { ...parameterSchemas, ...own };
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
  // Sorted, so that the order in the documentation doesn't depend on the path.
  const fields = names.toSorted().map((name) => [name, schemas[name] ?? anyResource] as const);
  // The type derives from the path's parameter names, which a loop cannot express.
  return z.object(Object.fromEntries(fields)) as z.ZodType as z.ZodType<PathParameters<Path>>;
}
