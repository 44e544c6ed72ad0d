// Generated from service-manifest.yaml. Changes to this file are lost.

/** What this integration's manifest declares: its settings, its secrets, its blocks and its components. */
export interface IntegrationTypes {
  readonly blocks: never;
  readonly components: never;
  readonly configuration: {
    readonly account: {
      /** Channel: The channel that feedback is posted to. */
      readonly channel: string;
      /** Connection: Connects the chat of your team. */
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
