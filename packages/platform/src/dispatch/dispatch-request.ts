import { createId } from "../common/create-id.ts";
import { describeIssue } from "../common/describe-issue.ts";
import { invalidDefinition } from "../common/invalid-definition.ts";
import { PlatformError } from "../common/platform-error.ts";
import { grantedScopes } from "../installations/consent.ts";
import { getInstallation } from "../installations/installations.ts";
import { getInstalled } from "../integrations/integrations.ts";
import type { RequestDeclaration } from "../product/define-contract.ts";
import { namedResources } from "../resources/product-ref.ts";
import { callIntegration } from "./call-integration.ts";
import { buildDispatchTarget, type DispatchContext } from "./dispatch-target.ts";
import type { RunnerResponse } from "./integration-runner.ts";

/** A request of the product to an integration. The event id is created when it is sent. */
export interface ProductRequest {
  /** The request's name in the contract. */
  readonly type: string;
  readonly installationId: string;
  /** The resource's id in the field of its kind, such as `projectId`, and the fields of the declaration. */
  readonly [field: string]: string;
}

/**
 * Sends a request that the product's contract declares to an integration and returns the response.
 *
 * @throws PlatformError `invalid_definition` if the contract doesn't declare the request, or declares other fields,
 * `not_found` if the installation was removed or its integration has no handler, `forbidden` if it is paused or lacks
 * the request's scope, or `integration_unreachable`
 *
 * @example
 * import { dispatchRequest, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const ids = { installationId: "ins_1", siteId: "sit_1" };
 * const script = await dispatchRequest(platform, { type: "fetch_published_script", ...ids });
 * console.log(script.status);
 */
export async function dispatchRequest(
  context: DispatchContext,
  request: ProductRequest,
): Promise<RunnerResponse> {
  const { type, installationId } = request;
  const resources = namedResources(context.product, request);
  const { scope } = findDeclaration(context, request, resources);
  const installation = await getInstallation(context, installationId);
  const integration = await getInstalled(context, installation);
  if (!integration.description.requests?.includes(type))
    throw new PlatformError("not_found", `${integration.name} does not handle ${type}.`);
  if (scope !== undefined && !grantedScopes(integration.manifest, installation).includes(scope))
    throw new PlatformError("forbidden", `${integration.name} needs the scope ${scope} for ${type}.`);
  const target = await buildDispatchTarget(context, { installation, integration, resources });
  return await callIntegration(context, target, {
    eventId: createId("evt", context.now()),
    ...request,
  });
}

function findDeclaration(
  { product }: DispatchContext,
  { type, ...fields }: ProductRequest,
  resources: readonly { readonly kind: string }[],
): RequestDeclaration {
  const declared = product?.contract.requests?.[type];
  if (declared === undefined)
    throw invalidDefinition(`The request ${type} is not in the product's contract. Add it to \`requests\`.`);
  if (!resources.some(({ kind }) => kind === declared.on))
    throw invalidDefinition(`The request ${type} has no ${declared.on}Id. Add it.`);
  const [issue] = declared.fields.safeParse(fields, { error: describeIssue }).error?.issues ?? [];
  if (issue !== undefined)
    throw invalidDefinition(
      `The request ${type} doesn't match its declaration: ${issue.path.join(".")}: ${issue.message}.`,
    );
  return declared;
}
