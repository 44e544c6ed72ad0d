import type { DeliveryResource } from "@plugboard/api/client";
import { probeIntegrationEndpoint, probeWebhookEndpoint } from "@plugboard/api/routes";
import { Zap } from "lucide-react";
import { api } from "../data/platform-api.ts";
import { useMayChange } from "../data/portal-session.ts";
import { useChange } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { showToast } from "../ui/show-toast.ts";

/** Probes a failing endpoint immediately. Renders nothing unless the delivery is waiting for a probe. */
export function ProbeButton({ delivery }: { readonly delivery: DeliveryResource }) {
  const { installationId, target, wait } = delivery;
  const mayChange = useMayChange();
  const probe = useChange(
    () =>
      target.kind === "endpoint"
        ? api.call(probeWebhookEndpoint, { params: { installationId, endpointId: target.endpointId } })
        : api.call(probeIntegrationEndpoint, { params: { installationId } }),
    () => showToast({ title: "Probing the endpoint…" }),
  );
  if (wait?.reason !== "failing" || !mayChange) return null;
  return (
    <Button icon={Zap} busy={probe.isPending} onClick={() => probe.mutate(undefined)}>
      Probe now
    </Button>
  );
}
