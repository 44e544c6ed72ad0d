import { getSession } from "@plugboard/api/routes";
import { StrictMode, Suspense, lazy, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { api } from "./data/platform-api.ts";
import { setSession, useSession } from "./data/session.ts";
import { applyTheme } from "./ui/theme.ts";
import "@plugboard/components-react/styles.css";
import "./ui/console.css";

// Whoever has to sign in first should not wait for the whole console, so each of the two comes by itself.
const App = lazy(async () => ({ default: (await import("./shell/app.tsx")).App }));
const SignInPage = lazy(async () => ({ default: (await import("./people/sign-in-page.tsx")).SignInPage }));

/** The console for whoever is signed in, and the sign-in page for everybody else. */
function Console() {
  const session = useSession();
  useEffect(() => {
    void api.call(getSession).then(
      ({ signedIn }) => setSession(signedIn ? "signedIn" : "signedOut"),
      () => setSession("signedOut"),
    );
  }, []);
  if (session === "unknown") return null;
  const hasApp = session === "signedIn" || session === "ended";
  return (
    <Suspense>
      {hasApp && (
        // What was typed stays while somebody signs in again.
        <div hidden={session === "ended"}>
          <App />
        </div>
      )}
      {session !== "signedIn" && (
        <SignInPage expired={session === "ended"} onSignedIn={() => setSession("signedIn")} />
      )}
    </Suspense>
  );
}

applyTheme();
const root = document.getElementById("root");
if (root === null) throw new Error("the page has no root element");
createRoot(root).render(
  <StrictMode>
    <Console />
  </StrictMode>,
);
