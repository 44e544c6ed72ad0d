/** The scope that an integration needs so that agents can receive its events. */
export const agentEventScope = "agent:events:read";
