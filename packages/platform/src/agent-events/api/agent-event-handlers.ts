import type { AgentSubscription } from "@plugboard/api/client";
import { agentEventOperations } from "@plugboard/api/contract";
import type { Principal } from "../../access/principal.ts";
import { isoTime } from "../../common/iso-time.ts";
import { PlatformError } from "../../common/platform-error.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { cutPage, keysetOf, paginate, showPage } from "../../operations/paginate.ts";
import { listAgentEvents } from "../agent-event-types.ts";
import { pollEvents } from "../poll-events.ts";
import { subscribe, unsubscribe } from "../subscribe.ts";
import type { Subscriber } from "../subscription-id.ts";
import { type AgentSubscriptionRecord, endSubscription, listSubscriptions } from "../subscriptions.ts";

/** Events for agents, and their subscriptions. */
export const agentEventFeature: Feature = defineFeature(agentEventOperations, (platform) => ({
  listAgentEvents: async ({ params: { organizationId }, query: { installationId, ...query } }) =>
    paginate(await listAgentEvents(platform, organizationId, installationId), ({ name }) => name, query),
  subscribeAgent: async ({ params: { organizationId }, body, caller }) => {
    const call = { organizationId, subscriber: toSubscriber(caller) };
    return await subscribe(platform, call, body);
  },
  unsubscribeAgent: async ({ params: { organizationId }, body, caller }) => {
    await unsubscribe(platform, { organizationId, subscriber: toSubscriber(caller) }, body);
  },
  pollAgentEvents: async ({ params: { organizationId }, body }) =>
    await pollEvents(platform, organizationId, body),
  listAgentSubscriptions: async ({ params: { organizationId }, query }) => {
    const records = await listSubscriptions(platform, organizationId, keysetOf(query));
    return await showPage(
      cutPage(records, ({ id }) => id, query),
      toResource,
    );
  },
  endAgentSubscription: async ({ params: { organizationId, subscriptionId } }) => {
    await endSubscription(platform, organizationId, subscriptionId);
  },
}));

function toSubscriber(caller: Principal): Subscriber {
  if (caller.type === "admin") return { type: "admin", id: "", clientId: "" };
  if (caller.type === "key") return { type: "key", id: caller.id, clientId: "" };
  if (caller.type === "member")
    return { type: "member", id: caller.id, clientId: caller.agent?.clientId ?? "" };
  throw new PlatformError("forbidden", "Only people, their agents and API keys can receive events.");
}

function toResource({
  id,
  name,
  installationId,
  arguments: input,
  host,
  subscriber,
  createdAt,
  expiresAt,
}: AgentSubscriptionRecord): AgentSubscription {
  const { type, id: subscriberId, clientId } = subscriber;
  return {
    id,
    name,
    installationId,
    arguments: input,
    host,
    subscriber: { type, id: subscriberId, ...(clientId !== "" && { clientId }) },
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
  };
}
