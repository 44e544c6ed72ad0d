import type { PortalSessionResource } from "@plugboard/api/client";
import { createContext, useContext } from "react";

/** Provides the portal session; `undefined` in the console. */
export const PortalSessionContext = createContext<PortalSessionResource | undefined>(undefined);

/** Returns the portal session; `undefined` in the console. */
export function usePortalSession(): PortalSessionResource | undefined {
  return useContext(PortalSessionContext);
}

/** Returns whether endpoints can be changed and deliveries resent; `false` in a read-only portal. */
export function useMayChange(): boolean {
  return usePortalSession()?.readOnly !== true;
}
