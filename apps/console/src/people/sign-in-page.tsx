import { signIn } from "@plugboard/api/routes";
import { useState } from "react";
import { api } from "../data/platform-api.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import markUrl from "../ui/mark.svg";

interface SignInPageProps {
  /** Whether there was a session, which has ended. */
  readonly expired: boolean;
  readonly onSignedIn: () => void;
}

/** Asks for the administrator's token. */
export function SignInPage({ expired, onSignedIn }: SignInPageProps) {
  const [token, setToken] = useState("");
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const enter = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await api.call(signIn, { body: { token: token.trim() } });
      onSignedIn();
    } catch (refused) {
      setError(refused instanceof Error ? refused : new Error(String(refused)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <main className="sign-in">
      <title>Sign in · Plugboard</title>
      <form
        className="panel"
        onSubmit={(event) => {
          event.preventDefault();
          void enter();
        }}
      >
        <img src={markUrl} alt="" width={36} height={36} />
        <h1>Sign in to Plugboard</h1>
        {expired && <p>Your session has ended. What you typed is kept; sign in to go on.</p>}
        <label>
          Administrator&rsquo;s token
          <input
            type="password"
            autoComplete="current-password"
            value={token}
            onChange={(event) => setToken(event.target.value)}
            required
          />
        </label>
        <p className="hint">The server printed it when it started.</p>
        <ErrorMessage error={error} />
        <button type="submit" className="button" data-look="primary" disabled={busy}>
          Sign in
        </button>
      </form>
    </main>
  );
}
