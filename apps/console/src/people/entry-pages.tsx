import { type ReactNode, useCallback, useEffect, useState } from "react";
import { isPassing } from "../data/retry.ts";
import { AccountError, callAccounts, problemOfField, type SignInMethods } from "./call-accounts.ts";
import { EntryForm } from "./entry-form.tsx";
import type { EntryPath } from "./entry-paths.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { goToProvider, SignInPage } from "./sign-in-page.tsx";
import { useAction } from "./use-action.ts";
import { TextField } from "../ui/text-field.tsx";

interface EntryPageProps {
  /** Opens the console, possibly with a new session. */
  readonly onDone: () => void;
}

// Tokens are in the URL fragment, which logs and `Referer` headers omit.
const tokenOfLink = (): string => location.hash.slice(1);

/** The pages that links lead to, each with one form. */
export const entryPages: Readonly<Record<EntryPath, (props: EntryPageProps) => ReactNode>> = {
  "/welcome": WelcomePage,
  "/invitation": InvitationPage,
  "/new-password": NewPasswordPage,
};

/** Creates the first owner. */
function WelcomePage({ onDone }: EntryPageProps) {
  const [person, setPerson] = useState({ name: "", email: "", password: "" });
  const set = (change: Partial<typeof person>) => setPerson({ ...person, ...change });
  const link = useLink(readFirstOwner);
  const action = useAction();
  if (link.error !== null) return <FailedLink error={link.error} onRetry={link.read} onDone={onDone} />;
  if (link.content === undefined) return null;
  return (
    <EntryForm
      title="Welcome to Plugboard"
      action="Create account"
      busy={action.busy}
      error={action.error}
      fields={["name", "email", "password"]}
      onSubmit={() =>
        action.run(async () => {
          await callAccounts("/first-owner", { token: tokenOfLink(), ...person });
          onDone();
        })
      }
    >
      <p className="hint">You’re the first user. Your account owns the organization and can invite others.</p>
      <TextField
        label="Name"
        autoComplete="name"
        value={person.name}
        onChange={(name) => set({ name })}
        problem={problemOfField(action.error, "name")}
        required
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        value={person.email}
        onChange={(email) => set({ email })}
        problem={problemOfField(action.error, "email")}
        required
      />
      <NewPasswordField
        value={person.password}
        onChange={(password) => set({ password })}
        problem={problemOfField(action.error, "password")}
      />
    </EntryForm>
  );
}

interface Invitation {
  readonly email: string;
  readonly role: string;
  readonly organization: string;
  /** The signed-in user. */
  readonly user?: { readonly email: string } | undefined;
}

/** Accepts an invitation, as the signed-in user or with a new account. */
function InvitationPage({ onDone }: EntryPageProps) {
  const [signsIn, setSignsIn] = useState(false);
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [methods, setMethods] = useState<SignInMethods>();
  const link = useLink(readInvitation);
  const action = useAction();
  useEffect(() => {
    void callAccounts<SignInMethods>("/methods").then(setMethods, () => {});
  }, []);
  if (link.error !== null) return <FailedLink error={link.error} onRetry={link.read} onDone={onDone} />;
  if (link.content === undefined) return null;
  const { organization, email, role, user } = link.content;
  const readAgain = (): void => {
    setSignsIn(false);
    link.read();
  };
  if (signsIn) return <SignInPage expired={false} onSignedIn={readAgain} />;
  const accept = (account: object) =>
    action.run(async () => {
      await callAccounts("/invitations/accept", { token: tokenOfLink(), ...account });
      onDone();
    });
  return (
    <EntryForm
      title={`Join ${organization}`}
      action={user === undefined ? "Create account" : "Accept invitation"}
      busy={action.busy}
      error={action.error}
      fields={["name", "password"]}
      onSubmit={() => accept(user === undefined ? { name, password } : {})}
      below={
        user !== undefined ? (
          <p className="entry-links">
            <button
              type="button"
              className="link-button"
              onClick={() =>
                action.run(async () => {
                  await callAccounts("/sign-out", {});
                  link.read();
                })
              }
            >
              Use another account
            </button>
          </p>
        ) : (
          <>
            <p className="entry-or">Already have an account?</p>
            <div className="entry-choices">
              {methods?.providers.map(({ id, name: provider }) => (
                <button
                  key={id}
                  type="button"
                  className="button"
                  onClick={() => action.run(async () => await goToProvider(id))}
                >
                  Continue with {provider}
                </button>
              ))}
              <button type="button" className="button" onClick={() => setSignsIn(true)}>
                Sign in to accept
              </button>
            </div>
          </>
        )
      }
    >
      <p className="hint">
        {email} was invited as {role}.
      </p>
      {user === undefined ? (
        <>
          <TextField
            label="Name"
            autoComplete="name"
            value={name}
            onChange={setName}
            problem={problemOfField(action.error, "name")}
            required
          />
          <NewPasswordField
            value={password}
            onChange={setPassword}
            problem={problemOfField(action.error, "password")}
          />
        </>
      ) : (
        <p>
          You’ll join as <strong>{user.email}</strong>.
        </p>
      )}
    </EntryForm>
  );
}

/** Sets a new password with the token of a link. */
function NewPasswordPage({ onDone }: EntryPageProps) {
  const [password, setPassword] = useState("");
  const action = useAction();
  return (
    <EntryForm
      title="Reset your password"
      action="Save password"
      busy={action.busy}
      error={toWords(action.error)}
      fields={["newPassword"]}
      onSubmit={() =>
        action.run(async () => {
          await callAccounts("/reset-password", { token: tokenOfLink(), newPassword: password });
          onDone();
        })
      }
    >
      <NewPasswordField
        value={password}
        onChange={setPassword}
        problem={problemOfField(action.error, "newPassword")}
      />
      <p className="hint">
        You’ll be signed out on all devices, and your agents will be disconnected. Sign in with the new
        password.
      </p>
    </EntryForm>
  );
}

function toWords(error: Error | null): Error | null {
  const isUsed = error instanceof AccountError && error.code === "INVALID_TOKEN";
  return isUsed ? new Error("This link has expired or was already used. Request a new one.") : error;
}

interface FailedLinkProps {
  readonly error: Error;
  readonly onRetry: () => void;
  readonly onDone: () => void;
}

function FailedLink({ error, onRetry, onDone }: FailedLinkProps) {
  return isPassing(error) ? (
    <EntryForm title="Couldn’t open this link" error={error} action="Try again" onSubmit={onRetry} />
  ) : (
    <EntryForm title="This link isn’t valid" error={error} action="Go to sign-in" onSubmit={onDone} />
  );
}

const readFirstOwner = (token: string) => callAccounts<object>("/first-owner/read", { token });
const readInvitation = async (token: string): Promise<Invitation> => {
  const [invitation, session] = await Promise.all([
    callAccounts<Omit<Invitation, "user">>("/invitations/read", { token }),
    callAccounts<Required<Pick<Invitation, "user">> | null>("/get-session"),
  ]);
  return { ...invitation, user: session?.user };
};

/** Reads the resource that the page's link token belongs to. */
function useLink<Content>(request: (token: string) => Promise<Content>): {
  readonly content: Content | undefined;
  readonly error: Error | null;
  readonly read: () => void;
} {
  const [content, setContent] = useState<Content>();
  const [error, setError] = useState<Error | null>(null);
  const read = useCallback((): void => {
    const show = (found: Content): void => {
      setContent(() => found);
      setError(null);
    };
    void request(tokenOfLink()).then(show, setError);
  }, [request]);
  useEffect(() => {
    read();
    // Another link can be opened in the same window.
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, [read]);
  return { content, error, read };
}
