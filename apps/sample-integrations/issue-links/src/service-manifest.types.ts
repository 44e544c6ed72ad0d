// Generated from service-manifest.yaml. Don't edit.

/** The settings, secrets, blocks and components in this integration's manifest. */
export interface IntegrationTypes {
  readonly blocks: "issue";
  readonly components: "issue" | "issue_result";
  readonly configuration: {
    readonly account: {
      /** Connection: Connects your tracker to show its issues on pages. */
      readonly oauth_credentials: Readonly<Record<string, unknown>>;
    };
    readonly site: {};
    readonly space: {};
  };
  readonly secrets: {
    readonly API_ORIGIN: string;
    readonly CLIENT_ID: string;
    readonly CLIENT_SECRET: string;
  };
  readonly tools: {
    /** Closes an issue of the tracker. Use it when a person asks for it. */
    readonly close_issue: {
      readonly arguments: {
        /** The issue's link, such as https://tracker.example/acme/issues/7. */
        readonly url: string;
      };
      readonly result: {
        readonly state: string;
        readonly title: string;
      };
    };
    /** Returns the title and state of an issue of the tracker. Use it when a page or a person mentions an issue link. */
    readonly read_issue: {
      readonly arguments: {
        /** The issue's link, such as https://tracker.example/acme/issues/7. */
        readonly url: string;
      };
      readonly result: {
        readonly state: string;
        readonly title: string;
        readonly url: string;
      };
    };
  };
}
