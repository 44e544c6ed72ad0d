// Generated from service-manifest.yaml. Changes to this file are lost.

/** What this integration's manifest declares: its settings, its secrets, its blocks and its components. */
export interface IntegrationTypes {
  readonly blocks: "digest";
  readonly components: "digest";
  readonly configuration: {
    readonly account: {};
    readonly site: {};
    readonly space: {};
  };
  readonly secrets: {};
}
