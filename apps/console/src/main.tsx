import { StrictMode, Suspense, lazy } from "react";
import { createRoot } from "react-dom/client";
import { forgetEarlyRequests } from "./data/early-requests.ts";
import { isEmbeddedPage } from "./data/embedded-page.ts";
import { firstSession, isSignedIn } from "./data/is-signed-in.ts";
import { isPortalPage } from "./data/portal-page.ts";
import { setSession, useSession } from "./data/session.ts";
import { takeOver } from "./ui/take-over.ts";
import { findEntryPath, returnUrl } from "./people/entry-paths.ts";
import { declaredProduct, readProduct } from "./read-product.ts";
import { applyTheme } from "./ui/theme.ts";

// Separate chunks, so that the sign-in page doesn't load the whole console.
const App = lazy(async () => {
  const [{ App: Shell }, product] = await Promise.all([import("./shell/app.tsx"), readProduct()]);
  return { default: () => <Shell product={product} /> };
});
const SignInPage = lazy(async () => ({
  default: isEmbeddedPage
    ? (await import("./embed/embedded-sign-in.tsx")).EmbeddedSignIn
    : declaredProduct === undefined
      ? (await import("./people/sign-in-page.tsx")).SignInPage
      : await (await import("./hosted/hosted-sign-in.tsx")).readHostedSignIn(
          declaredProduct.module,
          isSignedIn,
        ),
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
  void applySession(isSignedIn());
}

async function applySession(isSignedIn: Promise<boolean>): Promise<void> {
  const isValid = await isSignedIn;
  // The server sends the first page to every browser with a cookie, even if the session has expired.
  if (!isValid) takeOver();
  setSession(isValid ? "signedIn" : "signedOut");
}

/** Shows the console to signed-in users and the sign-in page to others. */
function Console() {
  const session = useSession();
  if (session === "unknown") return null;
  const hasAccounts = declaredProduct === undefined;
  if (hasAccounts && findEntryPath() !== undefined)
    return (
      <Suspense>
        <EntryPage onDone={showConsole} />
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
    <Suspense>
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
if (!isPortalPage) void applySession(firstSession);
// Another user can sign in on these pages.
if (findEntryPath() !== undefined) forgetEarlyRequests();
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
