// Generated from service-manifest.yaml. Don't edit.

/** The settings, secrets, blocks and components in this integration's manifest. */
export interface IntegrationTypes {
  readonly blocks: never;
  readonly components: never;
  readonly configuration: {
    readonly account: {};
    readonly site: {
      /** Days: How long the page is remembered, in days. */
      readonly days: number;
      /** Label: The link's text. */
      readonly label: string;
    };
    readonly space: {};
  };
  readonly secrets: {};
}
