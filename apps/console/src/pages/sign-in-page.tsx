import { signIn } from "@plugboard/api/routes";
import { useState } from "react";
import { ErrorMessage } from "../parts/error-message.tsx";
import { api } from "../platform-api.ts";
import { useChange } from "../queries.ts";

/** Asks for the administrator's token. */
export function SignInPage() {
  const [token, setToken] = useState("");
  const enter = useChange(() => api.call(signIn, { body: { token: token.trim() } }));
  return (
    <main className="sign-in">
      <form
        className="panel"
        onSubmit={(event) => {
          event.preventDefault();
          enter.mutate(undefined);
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
        <ErrorMessage error={enter.error} />
        <button type="submit" disabled={enter.isPending}>
          Sign in
        </button>
      </form>
    </main>
  );
}
