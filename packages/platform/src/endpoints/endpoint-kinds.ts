/** The kinds of endpoint the delivery engine serves here. */
export const endpointKinds = { webhook: "webhook", integration: "integration" } as const;
