import { signIn } from "@plugboard/api/routes";
import { type ReactNode, useEffect, useState } from "react";
import { callAccounts, type SignInMethods, type SignInResult } from "./call-accounts.ts";
import { EntryForm } from "./entry-form.tsx";
import { returnUrl } from "./entry-paths.ts";
import { signInWithPasskey } from "./passkeys.ts";
import { useAction } from "./use-action.ts";
import { TextField } from "../ui/text-field.tsx";

interface SignInPageProps {
  /** Whether an earlier session has expired. */
  readonly expired: boolean;
  readonly onSignedIn: () => void;
}

type View = "password" | "token" | "link" | "reset" | "secondFactor" | "backupCode" | "sent";

interface ViewProps extends SignInPageProps {
  readonly methods: SignInMethods;
  readonly onView: (view: View) => void;
  readonly email: string;
  readonly onEmail: (email: string) => void;
}

/** The sign-in page, with all methods the server offers. */
export function SignInPage(props: SignInPageProps) {
  const [methods, setMethods] = useState<SignInMethods>();
  const [error, setError] = useState<Error | null>(null);
  const [view, setView] = useState<View>();
  const [email, setEmail] = useState("");
  const read = (): void => void callAccounts<SignInMethods>("/methods").then(setMethods, setError);
  useEffect(read, []);
  if (methods === undefined)
    return error === null ? null : (
      <EntryForm
        title="Sign in to Plugboard"
        error={error}
        action="Try again"
        onSubmit={read}
        below={
          <p className="entry-links">
            <button
              type="button"
              className="link-button"
              onClick={() => {
                // The token works even if the accounts don't.
                setMethods({ accounts: true, emailLinks: false, passkeys: false, providers: [] });
                setView("token");
              }}
            >
              Use administrator token
            </button>
          </p>
        }
      />
    );
  // Until the first account exists, only the token works.
  const View = views[view ?? (isCodeRequired() ? "secondFactor" : methods.accounts ? "password" : "token")];
  return <View {...props} methods={methods} onView={setView} email={email} onEmail={setEmail} />;
}

const views: Readonly<Record<View, (props: ViewProps) => ReactNode>> = {
  password: PasswordView,
  token: TokenView,
  link: (props) => <MailView {...props} {...mails.link} />,
  reset: (props) => <MailView {...props} {...mails.reset} />,
  sent: SentView,
  secondFactor: (props) => <CodeView {...props} {...codes.secondFactor} />,
  backupCode: (props) => <CodeView {...props} {...codes.backupCode} />,
};

const ended = <p>Your session has expired. Sign in to continue; your unsaved input is kept.</p>;

function PasswordView({ expired, onSignedIn, methods, onView, email, onEmail }: ViewProps) {
  const [password, setPassword] = useState("");
  const action = useAction();
  const { emailLinks, passkeys, providers } = methods;
  const hasChoices = passkeys || emailLinks || providers.length > 0;
  return (
    <EntryForm
      title="Sign in to Plugboard"
      action="Sign in"
      busy={action.busy}
      error={action.error ?? readRefusal()}
      onSubmit={() =>
        action.run(async () => {
          const result = await callAccounts<SignInResult>("/sign-in/email", { email, password });
          if (result.twoFactorRedirect === true) onView("secondFactor");
          else onSignedIn();
        })
      }
      below={
        <>
          {hasChoices && <p className="entry-or">or</p>}
          <div className="entry-choices">
            {providers.map(({ id, name }) => (
              <button
                key={id}
                type="button"
                className="button"
                onClick={() => action.run(async () => await goToProvider(id))}
              >
                Continue with {name}
              </button>
            ))}
            {passkeys && (
              <button
                type="button"
                className="button"
                onClick={() =>
                  action.run(async () => {
                    await signInWithPasskey();
                    onSignedIn();
                  })
                }
              >
                Use a passkey
              </button>
            )}
            {emailLinks && (
              <button type="button" className="button" onClick={() => onView("link")}>
                Email me a link
              </button>
            )}
          </div>
          <p className="entry-links">
            {emailLinks && (
              <button type="button" className="link-button" onClick={() => onView("reset")}>
                Forgot your password?
              </button>
            )}
            <button type="button" className="link-button" onClick={() => onView("token")}>
              Use administrator token
            </button>
          </p>
        </>
      }
    >
      {expired && ended}
      <TextField
        label="Email"
        type="email"
        autoComplete="username webauthn"
        value={email}
        onChange={onEmail}
        required
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        required
      />
    </EntryForm>
  );
}

function TokenView({ expired, onSignedIn, methods, onView }: ViewProps) {
  const [token, setToken] = useState("");
  const action = useAction();
  return (
    <EntryForm
      title="Sign in to Plugboard"
      action="Sign in"
      busy={action.busy}
      error={action.error}
      onSubmit={() =>
        action.run(async () => {
          // Only the console needs the API client, so the sign-in page doesn't load it up front.
          const { api } = await import("../data/platform-api.ts");
          await api.call(signIn, { body: { token: token.trim() } });
          onSignedIn();
        })
      }
      below={methods.accounts && <Back onView={onView} />}
    >
      {expired && ended}
      <TextField
        label="Administrator token"
        type="password"
        autoComplete="current-password"
        value={token}
        onChange={setToken}
        hint={
          methods.accounts
            ? "For scripts and emergency access."
            : "The server printed it at startup, with a link that creates the first account."
        }
        required
      />
    </EntryForm>
  );
}

const mails = {
  link: {
    title: "Sign in by email",
    action: "Send link",
    send: (email: string) =>
      callAccounts("/sign-in/magic-link", {
        email,
        callbackURL: returnUrl(),
      }),
  },
  reset: {
    title: "Reset your password",
    action: "Send link",
    send: (email: string) => callAccounts("/request-password-reset", { email }),
  },
};

function MailView({ title, action: label, send, email, onEmail, onView }: ViewProps & typeof mails.link) {
  const action = useAction();
  return (
    <EntryForm
      title={title}
      action={label}
      busy={action.busy}
      error={action.error}
      onSubmit={() =>
        action.run(async () => {
          await send(email);
          onView("sent");
        })
      }
      below={<Back onView={onView} />}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={onEmail}
        required
      />
    </EntryForm>
  );
}

function SentView({ email, onView }: ViewProps) {
  return (
    <EntryForm title="Check your email" below={<Back onView={onView} />}>
      <p>
        If there’s an account for <strong>{email}</strong>, we’ve sent it a link. The link works once and
        expires soon.
      </p>
    </EntryForm>
  );
}

const codes = {
  secondFactor: {
    label: "Code from your authenticator app",
    path: "/two-factor/verify-totp",
    other: { view: "backupCode", title: "Use a backup code" },
  },
  backupCode: {
    label: "Backup code",
    path: "/two-factor/verify-backup-code",
    other: { view: "secondFactor", title: "Use your authenticator app" },
  },
} as const;

function CodeView({
  onSignedIn,
  onView,
  label,
  path,
  other,
}: ViewProps & (typeof codes)[keyof typeof codes]) {
  const [code, setCode] = useState("");
  const action = useAction();
  return (
    <EntryForm
      title="Two-factor authentication"
      action="Sign in"
      busy={action.busy}
      error={action.error}
      onSubmit={() =>
        action.run(async () => {
          await callAccounts(path, { code: code.trim() });
          history.replaceState(history.state, "", returnUrl());
          onSignedIn();
        })
      }
      below={
        <p className="entry-links">
          <button type="button" className="link-button" onClick={() => onView(other.view)}>
            {other.title}
          </button>
          <button type="button" className="link-button" onClick={() => onView("password")}>
            Start over
          </button>
        </p>
      }
    >
      <TextField label={label} autoComplete="one-time-code" value={code} onChange={setCode} required />
    </EntryForm>
  );
}

function Back({ onView }: Pick<ViewProps, "onView">) {
  return (
    <p className="entry-links">
      <button type="button" className="link-button" onClick={() => onView("password")}>
        Back
      </button>
    </p>
  );
}

/**
 * Goes to an identity provider, which returns to this page.
 * @param id - the provider's id
 */
export async function goToProvider(id: string): Promise<void> {
  const { url } = await callAccounts<{ readonly url: string }>("/sign-in/social", {
    provider: id,
    callbackURL: returnUrl(),
    errorCallbackURL: returnUrl(),
    disableRedirect: true,
  });
  location.assign(url);
}

const refusals: Readonly<Record<string, string>> = {
  INVALID_TOKEN: "This link has expired or was already used. Request a new one.",
  not_invited: "You don’t have an account here yet. Ask for an invitation.",
  account_not_linked: "An account with this email address already exists. Sign in with its password.",
  access_denied: "The sign-in was denied.",
};

/** Returns whether an email link led here but the account also needs a second factor. */
function isCodeRequired(): boolean {
  return new URLSearchParams(location.search).get("code") === "required";
}

/** Returns the error passed back by a link or identity provider. */
function readRefusal(): Error | null {
  const code = new URLSearchParams(location.search).get("error");
  if (code === null) return null;
  return new Error(refusals[code] ?? "Sign-in failed. Try again.");
}
