import { useState } from "react";
import { callApi } from "../call-api.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { useChange } from "../queries.ts";

/** Asks for the administrator's token. */
export function SignInPage() {
  const [token, setToken] = useState("");
  const signIn = useChange(() => callApi("POST", "/v1/session", { token: token.trim() }));
  return (
    <main className="sign-in">
      <form
        className="panel"
        onSubmit={(event) => {
          event.preventDefault();
          signIn.mutate(undefined);
        }}
      >
        <h1>Plugboard</h1>
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
        <ErrorMessage error={signIn.error} />
        <button type="submit" disabled={signIn.isPending}>
          Sign in
        </button>
      </form>
    </main>
  );
}
