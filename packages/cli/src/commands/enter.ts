import { enterOrganization } from "@plugboard/api/routes";
import { findPlace, organizationsOf } from "../server/places.ts";
import { table } from "../terminal/terminal.ts";
import { type CommandContext, connectServer } from "./command-context.ts";

/** Opens an organization that has members to the platform's administrator, for an hour; its audit log shows the reason. */
export async function enter(
  context: CommandContext,
  organization: string,
  { reason }: { readonly reason: string },
): Promise<void> {
  const { api } = await connectServer(context);
  const { id, title } = findPlace("organization", organization, await organizationsOf(api));
  const params = { organizationId: id };
  const entry = await api.call(enterOrganization, { params, body: { reason } });
  context.terminal.show(
    entry,
    table([
      ["Entered", `${title} (${id})`],
      ["Until", entry.expiresAt],
    ]),
  );
}
