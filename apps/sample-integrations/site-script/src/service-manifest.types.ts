// Generated from service-manifest.yaml. Changes to this file are lost.

/** What this integration's manifest declares: its settings, its secrets, its blocks and its components. */
export interface IntegrationTypes {
  readonly blocks: never;
  readonly components: never;
  readonly configuration: {
    readonly account: {};
    readonly site: {
      /** Days: For how many days the page is remembered. */
      readonly days: number;
      /** Label: What the link says. */
      readonly label: string;
    };
    readonly space: {};
  };
  readonly secrets: {};
}
