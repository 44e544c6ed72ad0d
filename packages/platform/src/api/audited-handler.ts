import type { AnyOperation } from "@plugboard/api/contract";
import { findOrganization, type PathResource } from "../access/find-organization.ts";
import { audit, auditAttempt } from "../audit/audit-log.ts";
import { PlatformError } from "../common/platform-error.ts";
import type { Platform } from "../operations/platform.ts";
import type { ServedOperation } from "../operations/feature.ts";
import type { AnyHandler } from "../operations/operation-handler.ts";

/** Wraps a handler so that changes are recorded in the audit log. */
export function createAuditedHandler(
  platform: Platform,
  served: ServedOperation,
  all: readonly ServedOperation[],
): AnyHandler {
  const { operation, handle } = served;
  if (operation.audit === false) return handle;
  const read = findReading(operation, all)?.handle;
  return async (call) => {
    const { caller, address, params: resource, body: request } = call;
    const named: unknown = Reflect.get(Object(request), "organization");
    const isOfPlatform = operation.audit === "platform";
    const change = {
      caller,
      address,
      operation: operation.id,
      resource,
      request,
      organizationId: isOfPlatform ? undefined : await organizationOf(operation, call.resources, named),
      before: isOfPlatform
        ? undefined
        : await read?.({ ...call, query: {}, caller: { type: "admin" } }).catch(ignoreMissing),
    };
    const work = () => handle(call);
    return operation.audit === "attempts"
      ? await auditAttempt(platform, change, operation.changes, work)
      : await audit(platform, change, work);
  };
}

/**
 * Returns the organization that a change concerns. For an installed integration it is the installing
 * organization.
 */
async function organizationOf(
  { subject }: AnyOperation,
  resources: readonly PathResource[],
  named: unknown,
): Promise<string | undefined> {
  const own = typeof named === "string" ? named : undefined;
  if (subject === "visible" && own !== undefined) return own;
  return (await findOrganization(resources)) ?? own;
}

/**
 * Returns the operation that reads the resource changed by another operation. It has the same path, or the path
 * without a trailing verb.
 */
function findReading(
  { method, path, status }: AnyOperation,
  all: readonly ServedOperation[],
): ServedOperation | undefined {
  if (method === "POST" && status === 201) return undefined;
  const read = method === "POST" ? path.slice(0, path.lastIndexOf("/")) : path;
  return all.find(
    ({ operation: each }) => each.method === "GET" && each.path === read && !each.id.startsWith("list"),
  );
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof PlatformError && error.code === "not_found")) throw error;
}
