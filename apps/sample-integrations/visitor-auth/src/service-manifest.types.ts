// Generated from service-manifest.yaml. Don't edit.

/** The settings, secrets, blocks and components in this integration's manifest. */
export interface IntegrationTypes {
  readonly blocks: never;
  readonly components: never;
  readonly configuration: {
    readonly account: {};
    readonly site: {
      /** Session: Hours until a visitor must sign in again. */
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
