import { signIn } from "@plugboard/api/routes";
import { type ReactNode, useEffect, useState } from "react";
import { callAccounts, type SignInMethods, type SignInResult } from "./call-accounts.ts";
import { EntryForm, Field } from "./entry-form.tsx";
import { returnUrl } from "./entry-paths.ts";
import { signInWithPasskey } from "./passkeys.ts";
import { useAction } from "./use-action.ts";

interface SignInPageProps {
  /** Whether there was a session, which has ended. */
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

/** Lets somebody in, in each of the ways that the server offers. */
export function SignInPage(props: SignInPageProps) {
  const [methods, setMethods] = useState<SignInMethods>();
  const [view, setView] = useState<View>();
  const [email, setEmail] = useState("");
  useEffect(() => {
    const none: SignInMethods = { accounts: false, emailLinks: false, passkeys: false, providers: [] };
    void callAccounts<SignInMethods>("/methods").then(setMethods, () => setMethods(none));
  }, []);
  if (methods === undefined) return null;
  // Before anybody has an account, the token is all there is.
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

const ended = <p>Your session has ended. What you typed is kept; sign in to go on.</p>;

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
                E-mail me a link
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
              Use the administrator&rsquo;s token
            </button>
          </p>
        </>
      }
    >
      {expired && ended}
      <Field label="E-mail" type="email" autoComplete="username webauthn" value={email} onChange={onEmail} />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
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
          // The client of the API comes with the console: whoever signs in by it waits for that anyway.
          const { api } = await import("../data/platform-api.ts");
          await api.call(signIn, { body: { token: token.trim() } });
          onSignedIn();
        })
      }
      below={methods.accounts && <Back onView={onView} />}
    >
      {expired && ended}
      <Field
        label="Administrator’s token"
        type="password"
        autoComplete="current-password"
        value={token}
        onChange={setToken}
        hint={
          methods.accounts
            ? "For scripts, and for when nobody else can get in."
            : "The server printed it when it started, and a link that makes the first account."
        }
      />
    </EntryForm>
  );
}

const mails = {
  link: {
    title: "Sign in by e-mail",
    action: "Send the link",
    send: (email: string) =>
      callAccounts("/sign-in/magic-link", {
        email,
        callbackURL: returnUrl(),
      }),
  },
  reset: {
    title: "Choose a new password",
    action: "Send the link",
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
      <Field label="E-mail" type="email" autoComplete="username" value={email} onChange={onEmail} />
    </EntryForm>
  );
}

function SentView({ email, onView }: ViewProps) {
  return (
    <EntryForm title="Look into your mailbox" below={<Back onView={onView} />}>
      <p>
        If there is an account of <strong>{email}</strong>, a link is on its way. It works once, and not for
        long.
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
    other: { view: "secondFactor", title: "Use the authenticator app" },
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
      title="One more step"
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
            Start again
          </button>
        </p>
      }
    >
      <Field label={label} autoComplete="one-time-code" value={code} onChange={setCode} />
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

/** Goes to an identity provider, and comes back to this page. @param id - the provider's */
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
  INVALID_TOKEN: "This link was used, or is too old. Ask for another one.",
  not_invited: "There is no account of yours here yet. Ask for an invitation.",
  account_not_linked: "There is an account of this address. Sign in to it with its password.",
  access_denied: "The sign-in was not allowed.",
};

/** Whether a link by e-mail led here, which is not enough for this account. */
function isCodeRequired(): boolean {
  return new URLSearchParams(location.search).get("code") === "required";
}

/** Why a link or an identity provider led back here without a session. */
function readRefusal(): Error | null {
  const code = new URLSearchParams(location.search).get("error");
  if (code === null) return null;
  return new Error(refusals[code] ?? "That sign-in did not work. Try again.");
}
