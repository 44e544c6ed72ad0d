import "./people.css";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, MonitorSmartphone, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ConfirmButton } from "../changes/confirm-button.tsx";
import { useChange } from "../data/queries.ts";
import { setSession } from "../data/session.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";
import { TimeAgo } from "../ui/time.tsx";
import { showToast } from "../ui/show-toast.ts";
import { addPasskey } from "./add-passkey.ts";
import { AgentPanel } from "./agent-panel.tsx";
import {
  callAccounts,
  type OwnPasskey,
  type OwnSession,
  problemOfField,
  problemOfPassword,
  type SignInMethods,
} from "./call-accounts.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { describeAgent, nameOfThisDevice } from "./describe-agent.ts";
import { PanelForm } from "./panel-form.tsx";
import { SecondFactorPanel } from "./second-factor-panel.tsx";
import { useSignedIn } from "./use-person.ts";
import { TextField } from "../ui/text-field.tsx";

interface Account {
  readonly user: {
    readonly name: string;
    readonly email: string;
    readonly twoFactorEnabled?: boolean | null;
  };
}

/** Reads a resource of the user's own account. */
function useAccounts<Result>(path: string) {
  return useQuery({ queryKey: ["accounts", path], queryFn: () => callAccounts<Result>(path) });
}

/** The user's account: sign-in methods and sessions. */
export function AccountPage(): ReactNode {
  const { person } = useSignedIn();
  const account = useAccounts<Account | null>("/get-session");
  const methods = useAccounts<SignInMethods>("/methods");
  if (account.data === null) {
    return (
      <Page title="Account">
        <EmptyState icon={KeyRound} title="You’re signed in with the administrator token">
          It isn’t tied to an account. Sign in with an account to see its settings.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title="Account" description={person?.email}>
      <ErrorMessage error={account.error} onRetry={() => void account.refetch()} />
      {account.data !== undefined && (
        <>
          <div className="columns">
            <PasswordPanel />
            <SecondFactorPanel enabled={account.data.user.twoFactorEnabled === true} />
          </div>
          {methods.data?.passkeys === true && <PasskeyPanel email={account.data.user.email} />}
          <AgentPanel />
          <SessionPanel />
          <DeletionPanel />
        </>
      )}
      {account.isPending && <Skeleton rows={6} />}
    </Page>
  );
}

function PasswordPanel() {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const change = useChange(
    () =>
      callAccounts("/change-password", {
        currentPassword: current,
        newPassword: next,
        revokeOtherSessions: true,
      }),
    () => {
      setCurrent("");
      setNext("");
      showToast({
        title: "Password changed",
        description: "You’ve been signed out on all other devices, and your agents were disconnected.",
      });
    },
  );
  const problem = problemOfPassword(change.error);
  const newProblem = problemOfField(change.error, "newPassword");
  return (
    <section className="panel" aria-label="Password">
      <h2>Password</h2>
      <PanelForm
        action="Change password"
        busy={change.isPending}
        error={(problem ?? newProblem) === undefined ? change.error : null}
        onSubmit={() => change.mutate(undefined)}
      >
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          problem={problem}
          required
        />
        <NewPasswordField label="New password" value={next} onChange={setNext} problem={newProblem} />
      </PanelForm>
    </section>
  );
}

function PasskeyPanel({ email }: { readonly email: string }) {
  const passkeys = useAccounts<readonly OwnPasskey[]>("/passkey/list-user-passkeys");
  const add = useChange(() => addPasskey(email, nameOfThisDevice()));
  return (
    <section className="panel" aria-label="Passkeys">
      <div className="panel-header">
        <h2>Passkeys</h2>
        <span className="end">
          <Button icon={Plus} busy={add.isPending} onClick={() => add.mutate(undefined)}>
            Add passkey
          </Button>
        </span>
      </div>
      <p className="hint">Sign in with your fingerprint, face or device PIN instead of a password.</p>
      <ErrorMessage error={add.error} />
      <ul className="plain-list" hidden={passkeys.data?.length === 0}>
        {passkeys.data?.map(({ id, name, createdAt }) => (
          <li key={id} className="row">
            <span className="clip" title={name ?? undefined}>
              {name ?? "Passkey"}
            </span>
            {typeof createdAt === "string" && (
              <span className="hint">
                added <TimeAgo time={createdAt} />
              </span>
            )}
            <span className="end">
              <ConfirmButton
                label="Remove"
                title={`Remove ${name ?? "this passkey"}?`}
                consequence="You can no longer sign in with this passkey. Your device keeps it until you delete it there."
                action="Remove passkey"
                run={() => callAccounts("/passkey/delete-passkey", { id })}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SessionPanel() {
  const sessions = useAccounts<{ readonly items: readonly OwnSession[] }>("/sessions");
  const [ending, setEnding] = useState<OwnSession>();
  const end = useChange(
    (id: string) => callAccounts("/sessions/end", { id }),
    () => setEnding(undefined),
  );
  return (
    <section className="panel" aria-label="Sessions">
      <h2>Active sessions</h2>
      <ErrorMessage error={sessions.error} onRetry={() => void sessions.refetch()} />
      <ul className="plain-list">
        {sessions.data?.items.map((session) => (
          <li key={session.id} className="row">
            <MonitorSmartphone aria-hidden size={16} />
            <span className="clip">{describeAgent(session.userAgent)}</span>
            <span className="hint">
              {session.ipAddress} · <TimeAgo time={session.updatedAt} />
            </span>
            {session.current ? (
              <span className="badge end" data-tone="good">
                this one
              </span>
            ) : (
              <span className="end">
                <Button onClick={() => setEnding(session)}>End</Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {ending !== undefined && (
        <ConfirmDialog
          title="End this session?"
          consequence={`${describeAgent(ending.userAgent)} will have to sign in again.`}
          action="End session"
          busy={end.isPending}
          error={end.error}
          onConfirm={() => end.mutate(ending.id)}
          onCancel={() => setEnding(undefined)}
        />
      )}
    </section>
  );
}

function DeletionPanel() {
  const [deleting, setDeleting] = useState(false);
  const remove = useChange(
    () => callAccounts("/delete-user", {}),
    () => setSession("signedOut"),
  );
  return (
    <section className="panel" aria-label="Delete account">
      <div className="panel-header">
        <h2>Delete account</h2>
        <span className="end">
          <Button onClick={() => setDeleting(true)}>Delete my account</Button>
        </span>
      </div>
      <p className="hint">You will leave all organizations. Anything you created there is kept.</p>
      {deleting && (
        <ConfirmDialog
          title="Delete your account?"
          consequence="You’ll be signed out on all devices and removed from all organizations. You can’t undo this."
          action="Delete account"
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(undefined)}
          onCancel={() => setDeleting(false)}
        />
      )}
    </section>
  );
}
