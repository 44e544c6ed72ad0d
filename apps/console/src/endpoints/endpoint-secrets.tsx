import { getWebhookEndpointSecrets, rotateWebhookEndpointSecret } from "@plugboard/api/routes";
import { useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange, useRead, useReadOnce } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copy.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { formatTime } from "../ui/format.ts";
import { Moment } from "../ui/time.tsx";
import { showToast } from "../ui/show-toast.ts";
import { useNow } from "../ui/use-now.ts";
import { daySeconds, OverlapSelect } from "./overlap-select.tsx";

interface EndpointParams {
  readonly installationId: string;
  readonly endpointId: string;
}

interface EndpointSecretsProps {
  readonly endpoint: EndpointParams;
  /** Whether the endpoint signs with a key pair. Only its public key is shown. */
  readonly isKeyPair: boolean;
}

/** Shows an endpoint's secrets on demand, and rotates them. */
export function EndpointSecrets({ endpoint, isKeyPair }: EndpointSecretsProps) {
  const [shown, setShown] = useState(false);
  const [rotating, setRotating] = useState(false);
  return (
    <>
      <div className="row">
        <h3>{isKeyPair ? "Public key" : "Signing secret"}</h3>
        <Button onClick={() => setShown(!shown)}>
          {shown ? "Hide" : "Show"} {isKeyPair ? "key" : "secret"}
        </Button>
        <Button onClick={() => setRotating(true)}>Rotate secret…</Button>
      </div>
      {shown && <Secrets endpoint={endpoint} />}
      {rotating && (
        <RotationDialog
          endpoint={endpoint}
          onDone={() => {
            setRotating(false);
            setShown(true);
          }}
          onClose={() => setRotating(false)}
        />
      )}
    </>
  );
}

function Secrets({ endpoint }: { readonly endpoint: EndpointParams }) {
  const secrets = useRead(getWebhookEndpointSecrets, { params: endpoint });
  return (
    <>
      <ErrorMessage error={secrets.error} />
      <ul className="plain-list">
        {secrets.data?.secrets.map(({ secret, expiresAt }) => (
          <li key={secret}>
            <Copyable text={secret} label="Copy secret" />{" "}
            {expiresAt !== undefined && (
              <span className="hint">
                also signs until <Moment time={expiresAt} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

interface RotationDialogProps {
  readonly endpoint: EndpointParams;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks how long the old secret stays valid, and blocks a rotation that would cut off an earlier one. */
function RotationDialog({ endpoint, onDone, onClose }: RotationDialogProps) {
  const now = useNow(1000);
  const secrets = useReadOnce(getWebhookEndpointSecrets, { params: endpoint });
  const [overlapSeconds, setOverlap] = useState<number>(daySeconds);
  const rotate = useChange(
    () => api.call(rotateWebhookEndpointSecret, { params: endpoint, body: { overlapSeconds } }),
    () => {
      showToast({ title: "Secret rotated" });
      onDone();
    },
  );
  const overlapping = secrets.data?.secrets.find(({ expiresAt }) => expiresAt !== undefined)?.expiresAt;
  const isRefused = overlapping !== undefined && overlapSeconds > 0;
  return (
    <Dialog
      title="Rotate secret"
      description="Creates a new secret. Until the old one expires, every request is signed with both, so you can update your receiver without downtime."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={overlapSeconds === 0 ? "danger" : "primary"}
            busy={rotate.isPending}
            disabled={secrets.data === undefined || isRefused}
            onClick={() => rotate.mutate(undefined)}
          >
            {overlapSeconds === 0 ? "Expire the old secrets now" : "Rotate"}
          </Button>
        </>
      }
    >
      <ErrorMessage error={secrets.error ?? rotate.error} />
      <OverlapSelect label="Keep the old secret valid for" seconds={overlapSeconds} onChange={setOverlap} />
      <p>
        {isRefused
          ? `The previous secret is still valid until ${formatTime(overlapping)}. Rotating now would expire it early.`
          : overlapSeconds === 0
            ? "Receivers that only know an old secret will reject all requests immediately."
            : `The old secret stays valid until ${formatTime(new Date(now + overlapSeconds * 1000).toISOString())}.`}
      </p>
    </Dialog>
  );
}
