import { useLocation } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useOrganizations } from "../data/organization.ts";
import { useSignedIn } from "../people/use-person.ts";
import { EmptyState, Page } from "../ui/page.tsx";
import { useClosedSection } from "./sections.ts";

/**
 * Shows a page, or who can give access to it. An open page stays when its user loses the role, so that typed text can be
 * copied.
 */
export function SectionAccess({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const { role } = useSignedIn();
  const { current } = useOrganizations();
  const closed = useClosedSection(pathname);
  const [opened, setOpened] = useState<string>();
  if (role !== undefined && closed === undefined && opened !== pathname) setOpened(pathname);
  if (closed === undefined || opened === pathname) return children;
  return (
    <Page title={closed.title}>
      <EmptyState icon={Lock} title="You don’t have access to this page">
        Your role in {current?.title}, {role}, doesn’t include it. Ask an owner or admin to change your role.
      </EmptyState>
    </Page>
  );
}
