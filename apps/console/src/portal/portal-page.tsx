import { WebhookPortal } from "@plugboard/components-react/portal";
import type { ReactNode } from "react";
import "@plugboard/components-react/portal.css";

/** The portal of an organization's webhooks, for whoever has a link with the token of a session. */
export function PortalPage(): ReactNode {
  return (
    <main>
      <title>Webhooks</title>
      <WebhookPortal endpoint="/v1" token={location.hash.slice(1)} />
    </main>
  );
}
