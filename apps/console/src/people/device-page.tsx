import { useState } from "react";
import { callAccounts } from "./call-accounts.ts";
import { EntryForm } from "./entry-form.tsx";
import { useAction } from "./use-action.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/text-field.tsx";

interface DeviceRequest {
  readonly user_code: string;
  readonly status: string;
}

/** Approves the sign-in of a command line that shows the same code. */
export function DevicePage() {
  const [typed, setTyped] = useState(() => new URLSearchParams(location.search).get("user_code") ?? "");
  const [request, setRequest] = useState<DeviceRequest>();
  const [done, setDone] = useState<"approve" | "deny">();
  const action = useAction();
  const find = (code: string) =>
    action.run(async () => {
      const query = new URLSearchParams({ user_code: code });
      setRequest(await callAccounts<DeviceRequest>(`/device?${query.toString()}`));
    });
  const decide = (decision: "approve" | "deny") =>
    action.run(async () => {
      await callAccounts(`/device/${decision}`, { userCode: request?.user_code });
      setDone(decision);
    });
  if (done !== undefined) {
    return (
      <EntryForm title={done === "approve" ? "Command line signed in" : "Sign-in denied"}>
        <p>You can close this page and return to your terminal.</p>
      </EntryForm>
    );
  }
  if (request === undefined) {
    return (
      <EntryForm
        title="Sign in a command line"
        action="Continue"
        busy={action.busy}
        error={action.error}
        onSubmit={() => find(typed)}
      >
        <TextField
          label="Code shown in the terminal"
          autoComplete="off"
          value={typed}
          onChange={setTyped}
          required
        />
      </EntryForm>
    );
  }
  return (
    <EntryForm
      title="Sign in a command line"
      action="Allow"
      busy={action.busy}
      error={action.error}
      onSubmit={() => decide("approve")}
      below={
        <Button busy={action.busy} onClick={() => decide("deny")}>
          Deny
        </Button>
      }
    >
      <p>It will have the same access as you. Only allow it if you started it and it shows this code:</p>
      <output className="device-code">{request.user_code}</output>
    </EntryForm>
  );
}
