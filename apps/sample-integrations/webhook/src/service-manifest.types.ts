// Generated from service-manifest.yaml. Changes to this file are lost.

/** What this integration's manifest declares: its settings, its secrets, its blocks and its components. */
export interface IntegrationTypes {
  readonly blocks: never;
  readonly components: never;
  readonly configuration: {
    readonly account: {
      /** Event types: The events to receive, separated by commas: space_content_updated, site_view, page_feedback. */
      readonly event_types: string;
      /** Webhook URL: The endpoint that events are sent to. */
      readonly webhook_url: string;
    };
    readonly site: {};
    readonly space: {};
  };
  readonly secrets: {};
}
