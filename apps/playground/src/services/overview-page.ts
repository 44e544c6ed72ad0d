import { escapeHtml, htmlPage } from "./html-page.ts";

/** The links on the samples' page. */
export interface OverviewLinks {
  readonly consoleUrl: string;
  /** The origin of the demo services. */
  readonly url: string;
}

/** Instructions for trying a sample, as HTML. */
interface Trial {
  readonly name: string;
  /** The title in its manifest, and so in the marketplace. */
  readonly title: string;
  readonly html: string;
}

/** Returns a page with instructions for each sample and the requests to the demo services, newest first. */
export function overviewPage(links: OverviewLinks, reached: readonly string[]): string {
  const list = (trials: readonly Trial[]): string =>
    trials.map((trial) => `<li>${linkTo(links, trial)}: ${trial.html}</li>`).join("\n");
  const lines = reached.map((line) => `<li><code>${escapeHtml(line)}</code></li>`).join("\n");
  return htmlPage(
    "Demo services for the samples",
    `<p>They run only on this machine, so you can try the samples.</p>
<ul>
${list(withProduct(links.url))}
</ul>
<p>The other samples need no service.</p>
<ul>
${list(withoutProduct)}
</ul>
<h2>Requests</h2>
${lines === "" ? "<p>None yet. Reload this page to see new requests.</p>" : `<ol>${lines}</ol>`}`,
  );
}

function linkTo({ consoleUrl }: OverviewLinks, { name, title }: Trial): string {
  return `<a href="${consoleUrl}/marketplace/${name}">${title}</a>`;
}

const withProduct = (url: string): readonly Trial[] => [
  {
    name: "channel-notifier",
    title: "Channel notifier",
    html: "connect it and choose a channel. Readers’ feedback appears below.",
  },
  {
    name: "issue-links",
    title: "Issue links",
    html: "connect it and paste <code>https://tracker.example/acme/issues/7</code> into a page. Agents can read and close the issue.",
  },
  {
    name: "visitor-analytics",
    title: "Visitor analytics",
    html: `set its endpoint to <code>${url}/measurements</code>. Views and ratings appear below.`,
  },
  {
    name: "inbound-webhook",
    title: "Inbound webhook",
    html: `set its repository to <code>acme/handbook</code>.
    <form method="post" action="/releases"><button>Publish a release</button></form>`,
  },
  {
    name: "visitor-auth",
    title: "Visitor sign-in",
    html: "lets a site require visitors to sign in here. Any name works.",
  },
];

const withoutProduct: readonly Trial[] = [
  {
    name: "webhook",
    title: "Webhook",
    html: "set its Webhook URL to the receiver’s, which is printed in the terminal. Then rate a page on the site.",
  },
  {
    name: "content-digest",
    title: "Content digest",
    html: "edit a page and check the integration’s log, or insert its block.",
  },
  { name: "diagram", title: "Diagram", html: "insert its block with <code>/</code> in a page." },
  {
    name: "settings-component",
    title: "Settings component",
    html: "complete its settings and insert its block.",
  },
  {
    name: "site-script",
    title: "Continue reading",
    html: "allow cookies on the site and return to another page.",
  },
];
