import type { Access } from "@plugboard/api/contract";
import {
  type Principal,
  requireAdmin,
  requireInstallation,
  requireIntegration,
} from "../access/principal.ts";
import { requireResource } from "../access/authorize.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { getInstallation } from "../installations/installations.ts";

type Params = Readonly<Record<string, string>>;
type AccessCheck = (context: PlatformContext, params: Params, caller: Principal) => Promise<void> | void;

const checks: Readonly<Record<Exclude<Access, object>, AccessCheck>> = {
  anyone: () => {},
  token: () => {},
  administrator: (_context, _params, caller) => requireAdmin(caller),
  integration: (_context, { integration = "" }, caller) => requireIntegration(caller, integration),
  installation: async (context, { installationId = "" }, caller) =>
    requireInstallation(caller, await getInstallation(context, installationId)),
  removedInstallation: async (context, { installationId = "" }, caller) =>
    requireInstallation(caller, await getInstallation(context, installationId, { removed: true })),
};

/** Refuses a caller who may not call an operation about what its path names. @throws PlatformError `forbidden`, `not_found` */
export async function checkAccess(
  context: PlatformContext,
  access: Access,
  params: Params,
  caller: Principal,
): Promise<void> {
  if (typeof access === "string") return await checks[access](context, params, caller);
  const { resource, scope } = access;
  await requireResource(context, caller, scope, resource, params[`${resource}Id`] ?? "");
}
