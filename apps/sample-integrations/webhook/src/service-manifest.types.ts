// Generated from service-manifest.yaml. Changes to this file are lost.

/** What this integration's manifest declares: its settings, its secrets, its blocks and its components. */
export interface IntegrationTypes {
  readonly blocks: never;
  readonly components: never;
  readonly configuration: {
    readonly account: {
      /** Feedback on pages: Send page_feedback when a visitor of its sites rates a page. */
      readonly page_feedback: boolean;
      /** Views of pages: Send site_view when a page of its sites is viewed. */
      readonly site_view: boolean;
      /** Changes of pages: Send space_content_updated when pages of its spaces change. */
      readonly space_content_updated: boolean;
      /** Webhook URL: The endpoint that events are sent to. */
      readonly webhook_url: string;
    };
    readonly site: {};
    readonly space: {};
  };
  readonly secrets: {};
}
