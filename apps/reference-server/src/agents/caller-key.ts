import type { PersonPrincipal } from "@plugboard/platform";

/** Returns the key of a caller in an organization. Two agents of the same person have different keys. */
export function callerKeyOf(organizationId: string, caller: PersonPrincipal): string {
  const client = caller.type === "member" ? caller.agent?.clientId : undefined;
  return JSON.stringify([organizationId, caller.type, "id" in caller ? caller.id : "", client]);
}
