import { getSession } from "@plugboard/api/routes";
import { StrictMode, Suspense, lazy, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { frameOfHost, isEmbeddedPage } from "./data/embedded-page.ts";
import { isPortalPage } from "./data/portal-page.ts";
import { setSession, useSession } from "./data/session.ts";
import { findEntryPath, returnUrl } from "./people/entry-paths.ts";
import type { ConsoleProduct } from "./product/console-product.ts";
import { applyTheme } from "./ui/theme.ts";
import "@plugboard/components-react/tokens.css";
import "./ui/console.css";

// The server names the module of its product. Without one, the console belongs to the documentation product.
const { product: productUrl } = document.documentElement.dataset;

async function readProduct(): Promise<ConsoleProduct> {
  if (productUrl === undefined) return (await import("./content/content-product.ts")).product;
  return await (await import("./hosted/read-console-product.tsx")).readConsoleProduct(productUrl);
}

// Separate chunks, so that the sign-in page doesn't load the whole console.
const readApp = () => Promise.all([import("./shell/app.tsx"), readProduct()]);
const App = lazy(async () => {
  const [{ App: Shell }, product] = await readApp();
  return { default: () => <Shell product={product} /> };
});
// The server marks the page if the browser sent a session. The console then loads while the session is checked.
const hasSession = "session" in document.documentElement.dataset;
if (hasSession && !isPortalPage) void readApp();
const SignInPage = lazy(async () => ({
  default:
    productUrl === undefined
      ? (await import("./people/sign-in-page.tsx")).SignInPage
      : await (await import("./hosted/hosted-sign-in.tsx")).readHostedSignIn(productUrl, isSignedIn),
}));
const DevicePage = lazy(async () => ({ default: (await import("./people/device-page.tsx")).DevicePage }));
const ConnectAgentPage = lazy(async () => ({
  default: (await import("./people/connect-agent-page.tsx")).ConnectAgentPage,
}));
const PortalPage = lazy(async () => ({ default: (await import("./portal/portal-page.tsx")).PortalPage }));
const entryPath = findEntryPath() ?? "/welcome";
const EntryPage = lazy(async () => ({
  default: (await import("./people/entry-pages.tsx")).entryPages[entryPath],
}));

/** Opens the page that asked for sign-in. */
function enterConsole(): void {
  history.replaceState(null, "", returnUrl());
  setSession("signedIn");
}

/** Leaves a page that isn't part of the console, and removes link tokens from the URL. */
function showConsole(): void {
  history.replaceState(null, "", "/");
  setSession("unknown");
}

/**
 * Returns whether this browser has a session, without the full API client, which the sign-in page doesn't
 * load.
 */
async function isSignedIn(): Promise<boolean> {
  // The page around this one passes a token, which the API checks.
  if (frameOfHost !== undefined) return true;
  try {
    const session: unknown = await (await fetch(`/v1${getSession.path}`)).json();
    return Reflect.get(Object(session), "signedIn") === true;
  } catch {
    return false;
  }
}

/** The frame that the server's HTML also shows if the browser has a session. */
function FirstShell() {
  return (
    <div className="first-shell">
      <div className="rail" />
    </div>
  );
}

/** Shows the console to signed-in users and the sign-in page to others. */
function Console() {
  const session = useSession();
  useEffect(() => {
    if (session !== "unknown") return;
    void isSignedIn().then((signedIn) => setSession(signedIn ? "signedIn" : "signedOut"));
  }, [session]);
  if (session === "unknown") return <FirstShell />;
  const hasAccounts = productUrl === undefined;
  if (hasAccounts && findEntryPath() !== undefined)
    return (
      <Suspense>
        <EntryPage
          signedIn={session === "signedIn"}
          onSignedIn={() => setSession("signedIn")}
          onDone={showConsole}
        />
      </Suspense>
    );
  if (hasAccounts && location.pathname === "/device" && session === "signedIn")
    return (
      <Suspense>
        <DevicePage />
      </Suspense>
    );
  if (hasAccounts && location.pathname === "/connect-agent" && session === "signedIn")
    return (
      <Suspense>
        <ConnectAgentPage />
      </Suspense>
    );
  const hasApp = session === "signedIn" || session === "ended";
  return (
    <Suspense fallback={<FirstShell />}>
      {hasApp && (
        // Keeps unsaved input while the user signs in again.
        <div hidden={session === "ended"}>
          <App />
        </div>
      )}
      {session !== "signedIn" && <SignInPage expired={session === "ended"} onSignedIn={enterConsole} />}
    </Suspense>
  );
}

if (!isPortalPage && !isEmbeddedPage) applyTheme();
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
