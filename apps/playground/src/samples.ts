/** A sample integration that `start` publishes. */
export interface Sample {
  /** The folder below `apps/sample-integrations`. */
  readonly folder: string;
  /** The values of its secrets, by environment variable. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** Whether it adds scripts to sites, which requires an operator's grant. */
  readonly hasScripts?: true | undefined;
}

/** The OAuth client that the samples use with the demo services. */
export const sampleClient = { id: "playground", secret: "secret-of-the-playground" };

/** Returns the demo services' port, after the server's and the receiver's. */
export function servicesPortOf(serverPort: number): number {
  return serverPort + 2;
}

/**
 * Returns the samples that `start` publishes.
 *
 * @param services - the origin of the demo services
 */
export function listSamples(services: string): readonly Sample[] {
  const { id, secret } = sampleClient;
  return [
    { folder: "webhook" },
    { folder: "content-digest" },
    {
      folder: "channel-notifier",
      secrets: { CHAT_ORIGIN: services, CHAT_CLIENT_ID: id, CHAT_CLIENT_SECRET: secret },
    },
    { folder: "diagram" },
    {
      folder: "issue-links",
      secrets: { TRACKER_API_ORIGIN: services, TRACKER_CLIENT_ID: id, TRACKER_CLIENT_SECRET: secret },
    },
    { folder: "inbound-webhook", secrets: { RELEASES_WEBHOOK_SECRET: secret } },
    { folder: "visitor-analytics", secrets: { ANALYTICS_KEY: secret } },
    { folder: "site-script", hasScripts: true },
    {
      folder: "visitor-auth",
      secrets: { OIDC_ISSUER: services, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret },
    },
    { folder: "settings-component" },
  ];
}
