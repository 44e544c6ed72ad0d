import type { ReactNode } from "react";
import { Page } from "../ui/page.tsx";
import { DeliveryTable } from "./delivery-table.tsx";

/** Every delivery, newest first. */
export function DeliveriesPage(): ReactNode {
  return (
    <Page title="Deliveries" description="Each event on its way to each endpoint.">
      <section className="panel">
        <DeliveryTable of="everywhere" />
      </section>
    </Page>
  );
}
