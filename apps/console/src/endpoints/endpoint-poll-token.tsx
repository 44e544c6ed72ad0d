import { rotateWebhookEndpointPollToken } from "@plugboard/api/routes";
import { useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copy.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { OverlapSelect } from "./overlap-select.tsx";

interface PollTokenProps {
  readonly endpoint: { readonly installationId: string; readonly endpointId: string };
}

/** Makes the token with which the consumer of a polling endpoint takes its deliveries, and shows it once. */
export function PollToken({ endpoint }: PollTokenProps) {
  const [asking, setAsking] = useState(false);
  const [overlapSeconds, setOverlap] = useState(0);
  const [token, setToken] = useState<string>();
  const rotate = useChange(
    () => api.call(rotateWebhookEndpointPollToken, { params: endpoint, body: { overlapSeconds } }),
    (made) => {
      setAsking(false);
      setToken(made.token);
    },
  );
  return (
    <>
      <div className="row">
        <h3>Polling token</h3>
        <Button onClick={() => setAsking(true)}>New token…</Button>
      </div>
      {token !== undefined && (
        <p>
          <Copyable text={token} label="Copy the token" />
          <span className="hint"> It is shown this once.</span>
        </p>
      )}
      {asking && (
        <FormDialog
          title="New polling token"
          description="The consumer of this endpoint polls with it. It does nothing else."
          action="Make it"
          busy={rotate.isPending}
          error={rotate.error}
          onSubmit={() => rotate.mutate(undefined)}
          onClose={() => setAsking(false)}
        >
          <OverlapSelect
            label="How long the token before stays valid"
            seconds={overlapSeconds}
            onChange={setOverlap}
          />
          {overlapSeconds === 0 && (
            <p>A consumer that knows only the token before gets nothing from now on.</p>
          )}
        </FormDialog>
      )}
    </>
  );
}
