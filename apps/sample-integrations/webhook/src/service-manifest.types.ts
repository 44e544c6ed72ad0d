// Generated from service-manifest.yaml. Don't edit.

/** The settings, secrets, blocks and components in this integration's manifest. */
export interface IntegrationTypes {
  readonly blocks: never;
  readonly components: never;
  readonly configuration: {
    readonly account: {
      /** Page feedback: Send page_feedback when a visitor rates a page on its sites. */
      readonly page_feedback: boolean;
      /** Page views: Send site_view when a page on its sites is viewed. */
      readonly site_view: boolean;
      /** Page changes: Send space_content_updated when pages in its spaces change. */
      readonly space_content_updated: boolean;
      /** Webhook URL: The endpoint that receives the events. */
      readonly webhook_url: string;
    };
    readonly site: {};
    readonly space: {};
  };
  readonly secrets: {};
}
