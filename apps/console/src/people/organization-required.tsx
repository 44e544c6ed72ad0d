import { listOrganizations } from "@plugboard/api/routes";
import { useLocation } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import type { ReactNode } from "react";
import { useReadOnce } from "../data/queries.ts";
import { EmptyState, Page } from "../ui/page.tsx";

/** Shows the console's pages, or says why there are none to whoever is in no organization. */
export function OrganizationRequired({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const { data } = useReadOnce(listOrganizations);
  if (data?.items.length !== 0 || pathname === "/account") return children;
  return (
    <Page title="No organization">
      <EmptyState icon={Building2} title="You are in no organization">
        Open the link of your invitation again, or ask somebody who is in one to invite you.
      </EmptyState>
    </Page>
  );
}
