/** The tabs of an installation's page. */
export const installationTabs = ["settings", "endpoints", "deliveries", "test"] as const;
