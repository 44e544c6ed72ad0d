/** An integration that `start` publishes. */
export interface Sample {
  /** Within `apps/sample-integrations`. */
  readonly folder: string;
  /** Values of its secrets, by the variables that the manifest names. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** Adds scripts to sites, which the operator of a server allows an integration by its name. */
  readonly hasScripts?: true | undefined;
}

/** How the samples are known to the products that `start` brings along. */
export const sampleClient = { id: "playground", secret: "secret-of-the-playground" };

/** The port of the products that the samples talk to. The receiver listens between it and the server. */
export function servicesPortOf(serverPort: number): number {
  return serverPort + 2;
}

/**
 * What `start` publishes.
 *
 * @param services - the origin of the products that they talk to
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
