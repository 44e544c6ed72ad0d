// Generated from service-manifest.yaml. Don't edit.

/** The settings, secrets, blocks and components in this integration's manifest. */
export interface IntegrationTypes {
  readonly blocks: "issue";
  readonly components: "issue";
  readonly configuration: {
    readonly account: {
      /** Connection: Connects your tracker to show its issues on pages. */
      readonly oauth_credentials: Readonly<Record<string, unknown>>;
    };
    readonly site: {};
    readonly space: {};
  };
  readonly secrets: {
    readonly API_ORIGIN: string;
    readonly CLIENT_ID: string;
    readonly CLIENT_SECRET: string;
  };
}
