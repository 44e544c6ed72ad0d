/** The values of `start`'s welcome message. */
export interface Welcome {
  readonly consoleUrl: string;
  readonly sitesUrl: string;
  readonly adminToken: string;
  /** The link that creates the first owner, until there is one. */
  readonly firstOwnerUrl?: string | undefined;
  readonly receiverUrl: string;
  readonly servicesUrl: string;
  readonly dataDir: string;
  /** The isolation features that this machine lacks. */
  readonly scriptGaps: readonly string[];
}

/** Returns the message that `start` prints once everything runs. */
export function writeWelcome(welcome: Welcome): string {
  const { consoleUrl, sitesUrl, adminToken, firstOwnerUrl, receiverUrl, servicesUrl, dataDir, scriptGaps } =
    welcome;
  const account = [
    `  Account    ${firstOwnerUrl}`,
    "             Creates the first account; works once. Until then, and for scripts, use the token.",
  ];
  const gaps = ["  Scripts    Isolation on this machine is weaker than on Linux as root:", ...scriptGaps];
  return [
    "",
    "  Plugboard is ready.",
    "",
    `  Console    ${consoleUrl}`,
    ...(firstOwnerUrl === undefined ? [] : account),
    `  Token      ${adminToken}`,
    `  Site       ${sitesUrl}/sites/handbook/`,
    `  Receiver   ${receiverUrl}`,
    "             Use it as the Webhook URL. Webhooks are verified and printed here.",
    `  Samples    ${servicesUrl}`,
    "             Install the ten samples in the console. This page explains how to try them, and lists their requests.",
    ...(scriptGaps.length === 0 ? [] : [gaps.join("\n             ")]),
    "",
    `  Ctrl-C stops everything. The data is kept in ${dataDir}.`,
    "",
  ].join("\n");
}
