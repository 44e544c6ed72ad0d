import type { AgentSubscription } from "@plugboard/api/client";
import { endAgentSubscription, listAgentSubscriptions, listMembers } from "@plugboard/api/routes";
import { Radio } from "lucide-react";
import { ConfirmButton } from "../changes/confirm-button.tsx";
import { api } from "../data/platform-api.ts";
import { useReadAll, useReadAllOnce } from "../data/queries.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Skeleton } from "../ui/page.tsx";
import { TimeAgo } from "../ui/time.tsx";

/** The events that agents receive from an organization, each with a button that ends the subscription. */
export function AgentSubscriptions({ organizationId }: { readonly organizationId: string }) {
  const params = { organizationId };
  const subscriptions = useReadAll(listAgentSubscriptions, { params });
  const members = useReadAllOnce(listMembers, { params });
  const subscriberOf = ({ subscriber: { type, id } }: AgentSubscription) => {
    if (type === "member") return members.data?.find((member) => member.id === id)?.name ?? "A member";
    return type === "key" ? "API key" : "Administrator";
  };
  return (
    <section className="panel" aria-label="Agent subscriptions">
      <h2>Agent subscriptions</h2>
      <ErrorMessage error={subscriptions.error} onRetry={() => void subscriptions.refetch()} />
      {subscriptions.isPending && <Skeleton />}
      {subscriptions.data?.length === 0 && (
        <p className="hint">No agent is subscribed to events of this organization.</p>
      )}
      <ul className="plain-list" hidden={!subscriptions.data?.length}>
        {subscriptions.data?.map((subscription) => (
          <li key={subscription.id} className="row">
            <Radio aria-hidden size={16} />
            <code className="clip" title={subscription.name}>
              {subscription.name}
            </code>
            <span className="hint clip" title={subscription.subscriber.clientId}>
              {subscriberOf(subscription)} · sent to {subscription.host} · expires{" "}
              <TimeAgo time={subscription.expiresAt} />
            </span>
            <span className="end">
              <ConfirmButton
                label="End"
                title={`End the subscription to ${subscription.name}?`}
                consequence={`${subscription.host} receives no more of these events, and unsent deliveries are canceled. The agent can subscribe again.`}
                action="End subscription"
                run={() =>
                  api.call(endAgentSubscription, { params: { ...params, subscriptionId: subscription.id } })
                }
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
