// Generated from service-manifest.yaml. Changes to this file are lost.

/** What this integration's manifest declares: its settings, its secrets, its blocks and its components. */
export interface IntegrationTypes {
  readonly blocks: "issue";
  readonly components: "issue";
  readonly configuration: {
    readonly account: {
      /** Connection: Connects your tracker, so that pages can show its issues. */
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
