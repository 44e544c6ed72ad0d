import { ScrollText } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState, Page } from "../ui/page.tsx";

/** What integrations wrote while they ran. */
export function LogsPage(): ReactNode {
  return (
    <Page title="Logs" description="What integrations wrote while they ran.">
      <EmptyState icon={ScrollText} title="No logs yet">
        Integrations that the platform runs itself write here.
      </EmptyState>
    </Page>
  );
}
