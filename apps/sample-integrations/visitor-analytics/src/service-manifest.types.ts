// Generated from service-manifest.yaml. Don't edit.

/** The settings, secrets, blocks and components in this integration's manifest. */
export interface IntegrationTypes {
  readonly blocks: never;
  readonly components: never;
  readonly configuration: {
    readonly account: {
      /** Batch: The interval between batches, in seconds. */
      readonly batch_seconds: number;
      /** Endpoint: The URL that receives the batches. */
      readonly endpoint: string;
    };
    readonly site: {};
    readonly space: {};
  };
  readonly secrets: {
    readonly ANALYTICS_KEY: string;
  };
}
