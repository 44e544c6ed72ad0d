import { getSession } from "@plugboard/api/routes";
import { StrictMode, Suspense, lazy, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { isPortalPage } from "./data/portal-page.ts";
import { setSession, useSession } from "./data/session.ts";
import { findEntryPath, returnUrl } from "./people/entry-paths.ts";
import { applyTheme } from "./ui/theme.ts";
import "@plugboard/components-react/tokens.css";
import "./ui/console.css";

// Whoever has to sign in first should not wait for the whole console, so each of these comes by itself.
const App = lazy(async () => ({ default: (await import("./shell/app.tsx")).App }));
const SignInPage = lazy(async () => ({ default: (await import("./people/sign-in-page.tsx")).SignInPage }));

const DevicePage = lazy(async () => ({ default: (await import("./people/device-page.tsx")).DevicePage }));
const PortalPage = lazy(async () => ({ default: (await import("./portal/portal-page.tsx")).PortalPage }));
const entryPath = findEntryPath() ?? "/welcome";
const EntryPage = lazy(async () => ({
  default: (await import("./people/entry-pages.tsx")).entryPages[entryPath],
}));

/** Goes on where the sign-in page was opened. */
function enterConsole(): void {
  history.replaceState(null, "", returnUrl());
  setSession("signedIn");
}

/** Leaves a page that has no place in the console, or what a link left in the address. */
function showConsole(): void {
  history.replaceState(null, "", "/");
  setSession("unknown");
}

/** Whether this browser has a session; asked without the client of the whole API, which the sign-in page can do without. */
async function isSignedIn(): Promise<boolean> {
  try {
    const session: unknown = await (await fetch(`/v1${getSession.path}`)).json();
    return Reflect.get(Object(session), "signedIn") === true;
  } catch {
    return false;
  }
}

/** The console for whoever is signed in, and the sign-in page for everybody else. */
function Console() {
  const session = useSession();
  useEffect(() => {
    if (session !== "unknown") return;
    void isSignedIn().then((signedIn) => setSession(signedIn ? "signedIn" : "signedOut"));
  }, [session]);
  if (session === "unknown") return null;
  if (findEntryPath() !== undefined)
    return (
      <Suspense>
        <EntryPage
          signedIn={session === "signedIn"}
          onSignedIn={() => setSession("signedIn")}
          onDone={showConsole}
        />
      </Suspense>
    );
  if (location.pathname === "/device" && session === "signedIn")
    return (
      <Suspense>
        <DevicePage />
      </Suspense>
    );
  const hasApp = session === "signedIn" || session === "ended";
  return (
    <Suspense>
      {hasApp && (
        // What was typed stays while somebody signs in again.
        <div hidden={session === "ended"}>
          <App />
        </div>
      )}
      {session !== "signedIn" && <SignInPage expired={session === "ended"} onSignedIn={enterConsole} />}
    </Suspense>
  );
}

if (!isPortalPage) applyTheme();
const root = document.getElementById("root");
if (root === null) throw new Error("the page has no root element");
createRoot(root).render(
  <StrictMode>
    {isPortalPage ? (
      <Suspense>
        <PortalPage />
      </Suspense>
    ) : (
      <Console />
    )}
  </StrictMode>,
);
