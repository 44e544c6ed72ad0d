import type { ConnectTicket, InstallationUpdate, Page, PageQuery } from "@plugboard/api/client";
import { isTokenPrincipal, type Principal } from "../../access/principal.ts";
import { orNotFound } from "../../common/platform-error.ts";
import { cutPage, keysetOf, showPage } from "../../operations/paginate.ts";
import type { Platform } from "../../operations/platform.ts";
import { removeInstallation, updateInstallation } from "../change-installation.ts";
import { installIntoResource } from "../install-integration.ts";
import type { InstallationRef } from "../installation-event.ts";
import { findResourceInstallation, getInstallation, listResourceInstallations } from "../installations.ts";
import { createConnectTicket } from "./create-connect-ticket.ts";
import { showResourceInstallation } from "./installation-resource.ts";

/** A call of an operation on an installation in a resource. */
interface Call {
  /** `installationId`, and the resource's id in a field such as `projectId`. */
  readonly params: { readonly installationId: string };
  readonly caller: Principal;
}

/** The handlers of a product's operations on installations in the resources of one kind. */
export interface ResourceInstallationHandlers<Shown> {
  readonly list: (call: Call & { readonly query: PageQuery }) => Promise<Page<Shown>>;
  readonly create: (call: Call) => Promise<Shown>;
  readonly get: (call: Call) => Promise<Shown>;
  readonly update: (
    call: Call & { readonly body: InstallationUpdate; readonly ifMatch: string | undefined },
  ) => Promise<Shown>;
  readonly remove: (call: Pick<Call, "params">) => Promise<void>;
  readonly createConnectTicket: (
    call: Pick<Call, "params"> & { readonly params: { readonly property: string } },
  ) => Promise<ConnectTicket>;
}

/**
 * Creates the handlers of a product's operations on installations in the resources of a kind.
 *
 * @example
 * import type { Platform } from "@plugboard/platform";
 * import { createResourceInstallationHandlers } from "@plugboard/platform/product";
 *
 * declare const platform: Platform;
 * const { list, create } = createResourceInstallationHandlers<{ project: string }>(platform, "project");
 * console.log(typeof list, typeof create);
 */
export function createResourceInstallationHandlers<Shown extends object>(
  platform: Platform,
  kind: string,
): ResourceInstallationHandlers<Shown> {
  const refOf = ({ installationId, ...params }: Call["params"]) => {
    const resourceId: unknown = Reflect.get(params, `${kind}Id`);
    return { installationId, kind, resourceId: String(resourceId) } satisfies InstallationRef;
  };
  const show = async ({ params, caller }: Call): Promise<Shown> => {
    const { installationId, resourceId } = refOf(params);
    const installation = await getInstallation(platform, installationId);
    const record = orNotFound(
      await findResourceInstallation(platform, installationId, kind, resourceId),
      `installation ${installationId} in ${kind} ${resourceId}`,
    );
    return await showResourceInstallation<Shown>(platform, record, installation, caller);
  };
  return {
    list: async ({ params: { installationId }, query, caller }) => {
      const installation = await getInstallation(platform, installationId);
      const records = await listResourceInstallations(platform, installationId, kind, keysetOf(query));
      const page = cutPage(records, ({ resourceId }) => resourceId, query);
      return await showPage(page, (record) =>
        showResourceInstallation<Shown>(platform, record, installation, caller),
      );
    },
    create: async (call) => {
      const { installationId, resourceId } = refOf(call.params);
      await installIntoResource(platform, installationId, kind, resourceId);
      return await show(call);
    },
    get: show,
    update: async ({ body, ifMatch, ...call }) => {
      const edit = { ...body, ifUpdatedAt: ifMatch, byIntegration: isTokenPrincipal(call.caller) };
      await updateInstallation(platform, refOf(call.params), edit);
      return await show(call);
    },
    remove: async ({ params }) => await removeInstallation(platform, refOf(params)),
    createConnectTicket: async ({ params: { property, ...params } }) =>
      await createConnectTicket(platform, refOf(params), property),
  };
}
