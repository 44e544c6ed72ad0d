import { operations } from "@plugboard/api/contract";
import { mayCall } from "../access/may-call.ts";
import type { FindAgentScopes } from "../access/agent-consent.ts";
import type { PersonPrincipal } from "../access/principal.ts";
import { findApiKey } from "../access/api-keys.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { listMembershipsOf } from "../organizations/members.ts";
import type { Subscriber } from "./subscription-id.ts";

/** The dependencies for checking subscribers. */
export interface SubscriberContext extends PlatformContext {
  readonly findAgentScopes: FindAgentScopes;
}

/** Returns whether a subscriber could still subscribe: the person's role and consent, or the key's scopes. */
export async function mayReceive(
  context: SubscriberContext,
  organizationId: string,
  subscriber: Subscriber,
): Promise<boolean> {
  const principal = await findPrincipal(context, organizationId, subscriber);
  if (principal === undefined) return false;
  return mayCall(principal, operations.subscribeAgent, organizationId) === "allowed";
}

async function findPrincipal(
  context: SubscriberContext,
  organizationId: string,
  { type, id, clientId }: Subscriber,
): Promise<PersonPrincipal | undefined> {
  if (type === "admin") return { type };
  if (type === "key") return await findApiKey(context, organizationId, id);
  const scopes =
    clientId === "" ? undefined : await context.findAgentScopes({ organizationId, personId: id, clientId });
  if (clientId !== "" && scopes === undefined) return undefined;
  const memberships = await listMembershipsOf(context, id);
  return {
    type,
    id,
    name: "",
    memberships,
    // Checked when the agent subscribed. The person isn't present when events are sent.
    hasSecondFactor: true,
    agent: scopes && { clientId, scopes },
  };
}
