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

/** Creates the token a polling endpoint's consumer uses, and shows it once. */
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
          <Copyable text={token} label="Copy token" />
          <span className="hint"> You won’t be able to see it again.</span>
        </p>
      )}
      {asking && (
        <FormDialog
          title="New polling token"
          description="The endpoint’s consumer uses this token to poll. It grants no other access."
          action="Create token"
          busy={rotate.isPending}
          error={rotate.error}
          onSubmit={() => rotate.mutate(undefined)}
          onClose={() => setAsking(false)}
        >
          <OverlapSelect
            label="Keep the old token valid for"
            seconds={overlapSeconds}
            onChange={setOverlap}
          />
          {overlapSeconds === 0 && (
            <p>Consumers using the old token stop receiving deliveries immediately.</p>
          )}
        </FormDialog>
      )}
    </>
  );
}
