/** What `start` publishes: folders of `apps/sample-integrations`, with values for their secrets. */
export const samples: readonly {
  readonly folder: string;
  /** By the variables that the manifest names. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
}[] = [
  { folder: "webhook" },
  { folder: "content-digest" },
  {
    folder: "channel-notifier",
    secrets: { CHAT_CLIENT_ID: "playground", CHAT_CLIENT_SECRET: "secret-of-the-playground" },
  },
];
