// Generated from service-manifest.yaml. Changes to this file are lost.

/** What this integration's manifest declares: its settings, its secrets, its blocks and its components. */
export interface IntegrationTypes {
  readonly blocks: never;
  readonly components: never;
  readonly configuration: {
    readonly account: {
      /** Repository: Owner and name, as in acme/handbook. */
      readonly repository: string;
    };
    readonly site: {};
    readonly space: {};
  };
  readonly secrets: {
    readonly WEBHOOK_SECRET: string;
  };
}
