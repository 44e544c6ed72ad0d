import { useEffect } from "react";
import { say } from "../data/say-to-host.ts";

/** Tells the embedding page that the user has to sign in. */
export function EmbeddedSignIn() {
  useEffect(() => say({ type: "plugboard-portal-expired" }), []);
  return (
    <main className="page">
      <h1>Your session has expired</h1>
      <p>Sign in again, and reload this page.</p>
    </main>
  );
}
