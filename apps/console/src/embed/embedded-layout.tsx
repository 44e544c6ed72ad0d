import { Outlet } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { OrganizationRequired } from "../people/organization-required.tsx";
import { useHostTheme } from "./host-page.ts";

const noTheme = {};

/** The frame of a page in another page, which has its own navigation. */
export function EmbeddedLayout(): ReactNode {
  useHostTheme(noTheme);
  return (
    <main>
      <Suspense>
        <OrganizationRequired>
          <Outlet />
        </OrganizationRequired>
      </Suspense>
    </main>
  );
}
