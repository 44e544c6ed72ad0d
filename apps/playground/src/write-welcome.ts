/** What `start` says once everything runs. */
export interface Welcome {
  readonly consoleUrl: string;
  readonly sitesUrl: string;
  readonly adminToken: string;
  /** The link that makes the first owner, until there is one. */
  readonly firstOwnerUrl?: string | undefined;
  readonly receiverUrl: string;
  readonly servicesUrl: string;
  readonly dataDir: string;
  /** What this machine does not contain of published scripts. */
  readonly scriptGaps: readonly string[];
}

/** Writes the first thing that somebody sees of Plugboard: where everything is, and what to do with it. */
export function writeWelcome(welcome: Welcome): string {
  const { consoleUrl, sitesUrl, adminToken, firstOwnerUrl, receiverUrl, servicesUrl, dataDir, scriptGaps } =
    welcome;
  const account = [
    `  Account    ${firstOwnerUrl}`,
    "             It makes yours, once. Until then, and for scripts, there is the token.",
  ];
  const gaps = [
    "  Scripts    on this machine are kept apart less well than on Linux as root:",
    ...scriptGaps,
  ];
  return [
    "",
    "  Plugboard is ready.",
    "",
    `  Console    ${consoleUrl}`,
    ...(firstOwnerUrl === undefined ? [] : account),
    `  Token      ${adminToken}`,
    `  Site       ${sitesUrl}/sites/handbook/`,
    `  Receiver   ${receiverUrl}`,
    "             Use it as the Webhook URL: what arrives is verified and printed here.",
    `  Samples    ${servicesUrl}`,
    "             Ten are in the console, to be installed. This page says what to try with them, and shows what they sent.",
    ...(scriptGaps.length === 0 ? [] : [gaps.join("\n             ")]),
    "",
    `  Ctrl-C stops everything. The data is kept in ${dataDir}.`,
    "",
  ].join("\n");
}
