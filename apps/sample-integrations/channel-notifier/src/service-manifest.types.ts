// Generated from service-manifest.yaml. Don't edit.

/** The settings, secrets, blocks and components in this integration's manifest. */
export interface IntegrationTypes {
  readonly blocks: never;
  readonly components: never;
  readonly configuration: {
    readonly account: {
      /** Channel: The channel for feedback. */
      readonly channel: string;
      /** Connection: Connects your team's chat. */
      readonly oauth_credentials: Readonly<Record<string, unknown>>;
    };
    readonly site: {};
    readonly space: {};
  };
  readonly secrets: {
    readonly CHAT_ORIGIN: string;
    readonly CLIENT_ID: string;
    readonly CLIENT_SECRET: string;
  };
}
