// Generated from service-manifest.yaml. Changes to this file are lost.

/** What this integration's manifest declares: its settings, its secrets, its blocks and its components. */
export interface IntegrationTypes {
  readonly blocks: never;
  readonly components: never;
  readonly configuration: {
    readonly account: {
      /** Batch: How many seconds are gathered before a batch is sent. */
      readonly batch_seconds: number;
      /** Endpoint: The URL that batches are posted to. */
      readonly endpoint: string;
    };
    readonly site: {};
    readonly space: {};
  };
  readonly secrets: {
    readonly ANALYTICS_KEY: string;
  };
}
