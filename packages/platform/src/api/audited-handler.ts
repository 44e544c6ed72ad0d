import { type AnyOperation, operations } from "@plugboard/api/contract";
import { findOrganization } from "../access/find-organization.ts";
import { audit } from "../audit/audit-log.ts";
import { PlatformError } from "../common/platform-error.ts";
import type { Platform } from "../platform/create-platform.ts";
import type { OperationCall, OperationHandlers } from "./operation-handler.ts";

/** What every typed handler is underneath: the contract has checked what it is called with. */
export type AnyHandler = (call: OperationCall<unknown, unknown, unknown>) => Promise<unknown>;

/** The handler of an operation; one that changes something leaves an entry in the audit log. */
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
    // The path's parameters are strings; the contract has checked them.
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

/** The organization that a change concerns: of an integration that others install, it is theirs. */
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
  // The type of the handlers ties each to its operation, which a loop over both cannot say.
  return handlers[id as keyof OperationHandlers] as AnyHandler;
}

/** The operation that reads what another one changes: at the same path, or, for a verb at the end of a path, at the one before it. */
function findReading({ method, path, status }: AnyOperation): AnyOperation | undefined {
  if (method === "POST" && status === 201) return undefined;
  const place = method === "POST" ? path.slice(0, path.lastIndexOf("/")) : path;
  const table: readonly AnyOperation[] = Object.values(operations);
  return table.find((each) => each.method === "GET" && each.path === place && !each.id.startsWith("list"));
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof PlatformError && error.code === "not_found")) throw error;
}
