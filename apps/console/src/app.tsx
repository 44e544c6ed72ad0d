import { getSession, signOut } from "@plugboard/api/routes";
import { useQueryClient } from "@tanstack/react-query";
import { Link, Redirect, Route, Switch, useLocation } from "wouter";
import { EventsPage } from "./pages/events-page.tsx";
import { InstallationPage } from "./pages/installation-page.tsx";
import { IntegrationsPage } from "./pages/integrations-page.tsx";
import { PageEditorPage } from "./pages/page-editor-page.tsx";
import { PagesPage } from "./pages/pages-page.tsx";
import { SignInPage } from "./pages/sign-in-page.tsx";
import { SitePage } from "./pages/site-page.tsx";
import { Notices } from "./parts/notices.tsx";
import { api } from "./platform-api.ts";
import { useReadOnce } from "./queries.ts";

// Each section with its address, and the beginnings of the addresses that belong to it.
const sections = [
  { path: "/pages", title: "Pages", covers: ["/pages", "/spaces/"] },
  { path: "/site", title: "Site", covers: ["/site"] },
  { path: "/integrations", title: "Integrations", covers: ["/integrations", "/installations/"] },
  { path: "/events", title: "Events", covers: ["/events"] },
] as const;

/** The console: sign-in, then one section at a time. */
export function App() {
  const session = useReadOnce(getSession);
  if (session.data === undefined) return <p className="notice">{session.error?.message ?? "One moment…"}</p>;
  return session.data.signedIn ? <SignedIn /> : <SignInPage />;
}

function SignedIn() {
  return (
    <div className="shell">
      <Header />
      <main>
        <Notices />
        <Switch>
          <Route path="/pages" component={PagesPage} />
          <Route path="/spaces/:spaceId/pages/:pageId">
            {({ spaceId, pageId }) => <PageEditorPage key={pageId} spaceId={spaceId} pageId={pageId} />}
          </Route>
          <Route path="/site" component={SitePage} />
          <Route path="/integrations" component={IntegrationsPage} />
          <Route path="/installations/:id">{({ id }) => <InstallationPage key={id} id={id} />}</Route>
          <Route path="/events" component={EventsPage} />
          <Route path="/">
            <Redirect to="/pages" />
          </Route>
          <Route>
            <p className="notice">There is no such page.</p>
          </Route>
        </Switch>
      </main>
    </div>
  );
}

function Header() {
  const [location] = useLocation();
  const client = useQueryClient();
  const leave = async (): Promise<void> => {
    await api.call(signOut);
    await client.invalidateQueries({ queryKey: [getSession.id] });
  };
  return (
    <header className="top">
      <strong className="brand">Plugboard</strong>
      <nav aria-label="Sections">
        {sections.map(({ path, title, covers }) => (
          <Link
            key={path}
            href={path}
            aria-current={covers.some((start) => location.startsWith(start)) ? "page" : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      <button type="button" className="quiet" onClick={() => void leave()}>
        Sign out
      </button>
    </header>
  );
}
