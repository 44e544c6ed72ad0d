/** Makes an id for an endpoint that was created without one. */
export function newEndpointId(): string {
  return `ep_${crypto.randomUUID().replaceAll("-", "")}`;
}
