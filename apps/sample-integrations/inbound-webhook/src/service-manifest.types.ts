// Generated from service-manifest.yaml. Don't edit.

/** The settings, secrets, blocks and components in this integration's manifest. */
export interface IntegrationTypes {
  readonly blocks: never;
  readonly components: never;
  readonly configuration: {
    readonly account: {
      /** Repository: Owner and name, such as acme/handbook. */
      readonly repository: string;
    };
    readonly site: {};
    readonly space: {};
  };
  readonly secrets: {
    readonly WEBHOOK_SECRET: string;
  };
}
