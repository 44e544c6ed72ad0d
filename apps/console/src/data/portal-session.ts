import type { PortalSessionResource } from "@plugboard/api/client";
import { createContext, useContext } from "react";

/** What the portal's page is about; the console has none of it. */
export const PortalSessionContext = createContext<PortalSessionResource | undefined>(undefined);

/** What the portal's page is about; nothing in the console. */
export function usePortalSession(): PortalSessionResource | undefined {
  return useContext(PortalSessionContext);
}

/** Whether endpoints may be changed and deliveries sent again from this page: not from a portal that is to be read alone. */
export function useMayChange(): boolean {
  return usePortalSession()?.readOnly !== true;
}
