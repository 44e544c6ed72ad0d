import { requestSupportAccess } from "@plugboard/api/routes";
import { findResource, organizationsOf } from "../server/find-resource.ts";
import { table } from "../terminal/terminal.ts";
import { type CommandContext, connectServer } from "./command-context.ts";

/**
 * Gives the platform administrator access to an organization with members for an hour. The reason is recorded
 * in the organization's audit log.
 */
export async function requestAccess(
  context: CommandContext,
  organization: string,
  { reason }: { readonly reason: string },
): Promise<void> {
  const { api } = await connectServer(context);
  const { id, title } = findResource("organization", organization, await organizationsOf(api));
  const params = { organizationId: id };
  const access = await api.call(requestSupportAccess, { params, body: { reason } });
  context.terminal.show(
    access,
    table([
      ["Access to", `${title} (${id})`],
      ["Until", access.expiresAt],
    ]),
  );
}
