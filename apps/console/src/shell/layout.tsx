import { Link, Outlet } from "@tanstack/react-router";
import { Menu as MenuIcon, Search } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { firstData } from "../data/console-queries.ts";
import { Notices } from "../endpoints/notices.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { OrganizationRequired } from "../people/organization-required.tsx";
import { useProduct } from "../product/console-product.ts";
import { lazy } from "../ui/lazy.ts";
import { SectionAccess } from "./section-access.tsx";
import { useSections } from "./sections.ts";

// Popup code is large and isn't needed for the first render.
const AccountMenu = lazy(async () => {
  await firstData();
  return { default: (await import("./account-menu.tsx")).AccountMenu };
});
const OrganizationSwitcher = lazy(async () => {
  await firstData();
  return { default: (await import("./organization-switcher.tsx")).OrganizationSwitcher };
});
const CommandPalette = lazy(async () => ({
  default: (await import("./command-palette.tsx")).CommandPalette,
}));
const MenuDrawer = lazy(async () => ({ default: (await import("./menu-drawer.tsx")).MenuDrawer }));
const isMac = navigator.platform.startsWith("Mac");

/** The frame of every page: navigation, command palette and notices. */
export function Layout(): ReactNode {
  const { title } = useProduct();
  const [searching, setSearching] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // With text selected in a page, Ctrl + K adds a link.
      if (event.defaultPrevented) return;
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setSearching((open) => !open);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  const rail = (
    <>
      <Suspense fallback={<div className="organization" />}>
        <OrganizationSwitcher />
      </Suspense>
      <Button className="button search-button" icon={Search} onClick={() => setSearching(true)}>
        <span>Search</span>
        {!import.meta.env.SSR && <kbd>{isMac ? "⌘K" : "Ctrl K"}</kbd>}
      </Button>
      <Sections onNavigate={() => setMenuOpen(false)} />
      <Suspense fallback={<div className="account" />}>
        <AccountMenu />
      </Suspense>
    </>
  );
  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className="rail">{rail}</header>
      <header className="top-bar">
        <IconButton icon={MenuIcon} label="Menu" onClick={() => setMenuOpen(true)} />
        {menuOpen && (
          <Suspense>
            <MenuDrawer onClose={() => setMenuOpen(false)}>{rail}</MenuDrawer>
          </Suspense>
        )}
        <span className="brand">{title}</span>
        <IconButton icon={Search} label="Search" onClick={() => setSearching(true)} />
      </header>
      <main id="main" tabIndex={-1}>
        <Notices />
        <Suspense>
          <OrganizationRequired>
            <SectionAccess>
              <Outlet />
            </SectionAccess>
          </OrganizationRequired>
        </Suspense>
      </main>
      {searching && (
        <Suspense>
          <CommandPalette onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Sections({ onNavigate }: { readonly onNavigate: () => void }) {
  const groups = useSections();
  return (
    <nav aria-label="Sections" className="sections">
      {groups.map((group) => (
        <ul key={group[0]?.to}>
          {group.map(({ to, title, icon: Icon }) => (
            <li key={to}>
              <Link to={to} activeOptions={{ exact: to === "/", includeSearch: false }} onClick={onNavigate}>
                <Icon aria-hidden size={16} />
                {title}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}
