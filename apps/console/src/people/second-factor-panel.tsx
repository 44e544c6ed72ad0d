import { useState } from "react";
import { useChange } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copy.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Form } from "../ui/form.tsx";
import { showToast } from "../ui/show-toast.ts";
import { callAccounts, problemOfPassword } from "./call-accounts.ts";
import { PanelForm } from "./panel-form.tsx";
import { QrCode } from "./qr-code.tsx";
import { TextField } from "../ui/text-field.tsx";

interface SecondFactor {
  readonly totpURI: string;
  readonly backupCodes: readonly string[];
}

/** Turns two-factor authentication on and off. */
export function SecondFactorPanel({ enabled }: { readonly enabled: boolean }) {
  const [password, setPassword] = useState("");
  const [started, setStarted] = useState<SecondFactor>();
  const change = useChange(
    () => callAccounts<SecondFactor | object>(`/two-factor/${enabled ? "disable" : "enable"}`, { password }),
    (result) => {
      setPassword("");
      if ("totpURI" in result) setStarted(result);
    },
  );
  const problem = problemOfPassword(change.error);
  return (
    <section className="panel" aria-label="Second factor">
      <div className="panel-header">
        <h2>Second factor</h2>
        <span className="badge" data-tone={enabled ? "good" : "warn"}>
          {enabled ? "on" : "off"}
        </span>
      </div>
      <p className="hint">
        When you sign in with a password, you’ll also enter a code from an authenticator app.
      </p>
      <PanelForm
        action={enabled ? "Turn off" : "Set up"}
        busy={change.isPending}
        error={problem === undefined ? change.error : null}
        onSubmit={() => change.mutate(undefined)}
      >
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          problem={problem}
          required
        />
      </PanelForm>
      {started !== undefined && <SecondFactorDialog {...started} onClose={() => setStarted(undefined)} />}
    </section>
  );
}

function SecondFactorDialog({
  totpURI,
  backupCodes,
  onClose,
}: SecondFactor & { readonly onClose: () => void }) {
  const [code, setCode] = useState("");
  const verify = useChange(
    () => callAccounts("/two-factor/verify-totp", { code: code.trim() }),
    () => {
      showToast({ title: "Two-factor authentication is on" });
      onClose();
    },
  );
  const secret = new URL(totpURI).searchParams.get("secret") ?? "";
  return (
    <Dialog
      title="Set up two-factor authentication"
      description={
        <>
          Scan this QR code with an authenticator app, <a href={totpURI}>open the app</a> on this device, or
          enter the key manually. Then enter the code from the app.
        </>
      }
      onClose={onClose}
      footer={
        <Button type="submit" form="second-factor" variant="primary" busy={verify.isPending}>
          Turn on
        </Button>
      }
    >
      <QrCode text={totpURI} label="QR code for the authenticator app" />
      <Copyable text={secret} label="Copy key" />
      <Form id="second-factor" onSubmit={() => verify.mutate(undefined)}>
        <TextField label="Code" autoComplete="one-time-code" value={code} onChange={setCode} required />
      </Form>
      <ErrorMessage error={verify.error} />
      <p>Save these backup codes. You can use each one once if you lose access to the app:</p>
      <ul className="backup-codes">
        {backupCodes.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </Dialog>
  );
}
