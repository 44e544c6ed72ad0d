// Generated from service-manifest.yaml. Changes to this file are lost.

/** What this integration's manifest declares: its settings, its secrets, its blocks and its components. */
export interface IntegrationTypes {
  readonly blocks: never;
  readonly components: never;
  readonly configuration: {
    readonly account: {};
    readonly site: {
      /** Session: After how many hours a visitor signs in again. */
      readonly session_hours: number;
    };
    readonly space: {};
  };
  readonly secrets: {
    readonly CLIENT_ID: string;
    readonly CLIENT_SECRET: string;
    readonly OIDC_ISSUER: string;
  };
}
