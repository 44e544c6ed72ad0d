import { type AnyOperation, operations } from "@plugboard/api/contract";
import { findOrganization } from "../access/find-organization.ts";
import { audit } from "../audit/audit-log.ts";
import { PlatformError } from "../common/platform-error.ts";
import type { Platform } from "../platform/create-platform.ts";
import type { OperationCall, OperationHandlers } from "../operations/operation-handler.ts";

/** A handler without its types. The contract has validated its input. */
export type AnyHandler = (call: OperationCall<unknown, unknown, unknown>) => Promise<unknown>;

/** Wraps a handler so that changes are recorded in the audit log. */
export function createAuditedHandler(
  platform: Platform,
  operation: AnyOperation,
  handlers: OperationHandlers,
): AnyHandler {
  const handle = findHandler(handlers, operation);
  if (operation.audit === false) return handle;
  const reading = findReading(operation);
  const read = reading && findHandler(handlers, reading);
  return async (call) => {
    const { caller, address, body: request } = call;
    // Path parameters are strings, validated by the contract.
    const resource = call.params as Readonly<Record<string, string>>;
    const named: unknown = Reflect.get(Object(request), "organization");
    const isOfPlatform = operation.audit === "platform";
    const change = {
      caller,
      address,
      operation: operation.id,
      resource,
      request,
      organizationId: isOfPlatform ? undefined : await organizationOf(platform, operation, resource, named),
      before: isOfPlatform
        ? undefined
        : await read?.({ ...call, query: {}, caller: { type: "admin" } }).catch(ignoreMissing),
    };
    return await audit(platform, change, () => handle(call));
  };
}

/**
 * Returns the organization that a change concerns. For an installed integration it is the installing
 * organization.
 */
async function organizationOf(
  platform: Platform,
  { subject }: AnyOperation,
  resource: Readonly<Record<string, string>>,
  named: unknown,
): Promise<string | undefined> {
  const own = typeof named === "string" ? named : undefined;
  if (subject === "visible" && own !== undefined) return own;
  return (await findOrganization(platform, resource)) ?? own;
}

function findHandler(handlers: OperationHandlers, { id }: AnyOperation): AnyHandler {
  // The handlers' type ties each to its operation, which a loop over both cannot express.
  return handlers[id as keyof OperationHandlers] as AnyHandler;
}

/**
 * Returns the operation that reads what another one changes: at the same path, or at the parent path for a
 * verb.
 */
function findReading({ method, path, status }: AnyOperation): AnyOperation | undefined {
  if (method === "POST" && status === 201) return undefined;
  const place = method === "POST" ? path.slice(0, path.lastIndexOf("/")) : path;
  const table: readonly AnyOperation[] = Object.values(operations);
  return table.find((each) => each.method === "GET" && each.path === place && !each.id.startsWith("list"));
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof PlatformError && error.code === "not_found")) throw error;
}
