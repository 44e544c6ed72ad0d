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
  /** Whether it is signed with a key pair, of which only the public key is shown. */
  readonly isKeyPair: boolean;
}

/** The secrets of an endpoint, shown on demand, and their rotation. */
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
            <Copyable text={secret} label="Copy the secret" />{" "}
            {expiresAt !== undefined && (
              <span className="hint">
                signs along until <Moment time={expiresAt} />
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

/** Says until when the old secret signs along, and refuses to lose one that still does. */
function RotationDialog({ endpoint, onDone, onClose }: RotationDialogProps) {
  const now = useNow(1000);
  const secrets = useReadOnce(getWebhookEndpointSecrets, { params: endpoint });
  const [overlapSeconds, setOverlap] = useState<number>(daySeconds);
  const rotate = useChange(
    () => api.call(rotateWebhookEndpointSecret, { params: endpoint, body: { overlapSeconds } }),
    () => {
      showToast({ title: "The secret was rotated" });
      onDone();
    },
  );
  const overlapping = secrets.data?.secrets.find(({ expiresAt }) => expiresAt !== undefined)?.expiresAt;
  const isRefused = overlapping !== undefined && overlapSeconds > 0;
  return (
    <Dialog
      title="Rotate the secret"
      description="The endpoint gets a new secret. Until the old one ends, every request is signed with both, so that you can change your receiver at leisure."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look={overlapSeconds === 0 ? "danger" : "primary"}
            busy={rotate.isPending}
            disabled={secrets.data === undefined || isRefused}
            onClick={() => rotate.mutate(undefined)}
          >
            {overlapSeconds === 0 ? "End the old secrets now" : "Rotate"}
          </Button>
        </>
      }
    >
      <ErrorMessage error={secrets.error ?? rotate.error} />
      <OverlapSelect
        label="How long the old secret goes on signing"
        seconds={overlapSeconds}
        onChange={setOverlap}
      />
      <p>
        {isRefused
          ? `The secret before this one still signs until ${formatTime(overlapping)}. A rotation now would end it before its time; wait until then.`
          : overlapSeconds === 0
            ? "Receivers that know only an old secret refuse everything from now on."
            : `The old secret signs along until ${formatTime(new Date(now + overlapSeconds * 1000).toISOString())}.`}
      </p>
    </Dialog>
  );
}
