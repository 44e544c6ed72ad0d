import { useState } from "react";
import { usePortalSession } from "../data/portal-session.ts";
import type { Targets } from "../data/targets.ts";
import type { EndpointName } from "../data/endpoint-calls.ts";
import { RecoveryPanel } from "./recovery-panel.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import type { DeliveriesSearch, TimeWindow } from "./deliveries-search.ts";

interface RecoverDialogProps {
  readonly targets: Targets;
  /** The filters of the list, used as the initial values. */
  readonly search: DeliveriesSearch;
  readonly span: TimeWindow;
  readonly onClose: () => void;
}

interface Recoverable {
  readonly id: string;
  readonly title: string;
  readonly endpoint: EndpointName;
}

/**
 * Resends the failed deliveries of one endpoint in a time range. The server job continues when the page is
 * closed.
 */
export function RecoverDialog({ targets, search, span, onClose }: RecoverDialogProps) {
  const isPortal = usePortalSession() !== undefined;
  const offered: readonly Recoverable[] = [
    ...targets.endpoints.map(({ id, url, installationId }) => ({
      id,
      title: url,
      endpoint: { installationId, endpointId: id },
    })),
    ...(isPortal ? [] : targets.installations).map(({ id, title }) => ({
      id,
      title: `Integration ${title}`,
      endpoint: { installationId: id },
    })),
  ];
  const [chosenId, setChosen] = useState(search.endpoint);
  const chosen = offered.find(({ id }) => id === chosenId) ?? offered[0];
  return (
    <Dialog
      title="Recover an endpoint"
      description="The server resends failed deliveries at a limited rate and continues if you leave this page."
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <label>
        Endpoint
        <select value={chosen?.id} onChange={(event) => setChosen(event.target.value)}>
          {offered.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {search.type !== undefined && (
        <p className="hint">
          Only events of type <code>{search.type}</code>, as filtered in the list.
        </p>
      )}
      {chosen !== undefined && (
        <RecoveryPanel key={chosen.id} endpoint={chosen.endpoint} span={span} eventType={search.type} />
      )}
    </Dialog>
  );
}
