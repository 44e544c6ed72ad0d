/**
 * The id an event carries for one installation. A change that several installations hear of has one row; each of them
 * gets its own id, since receivers de-duplicate by it and one URL may serve several installations. It is derived, so
 * that fanning out again after a crash makes no second event.
 */
export function eventIdFor(
  event: { readonly id: string; readonly installationId?: string | null | undefined },
  installationId: string,
): string {
  if (event.installationId === installationId) return event.id;
  return `${event.id}_${installationId.slice(installationId.indexOf("_") + 1)}`;
}
