import { useEffect, useRef } from "react";
import { useOrganizationId } from "../data/organization.ts";
import { Page } from "../ui/page.tsx";
import type { ShowPage } from "@plugboard/console/product";

interface HostedPageProps {
  readonly title: string;
  readonly show: ShowPage;
}

/** A page of a product in the console's frame. */
export function HostedPageView({ title, show }: HostedPageProps) {
  const content = useRef<HTMLDivElement>(null);
  const organizationId = useOrganizationId();
  useEffect(() => {
    const parent = content.current;
    if (parent === null || organizationId === undefined) return undefined;
    // A new element each time, so that late work of a previous call doesn't show.
    const element = parent.appendChild(document.createElement("div"));
    const leave = show(element, { organizationId });
    return () => {
      leave?.();
      element.remove();
    };
  }, [show, organizationId]);
  return (
    <Page title={title}>
      <div ref={content} />
    </Page>
  );
}
