import { escapeHtml, htmlPage } from "./html-page.ts";

/** Where the page of the samples leads. */
export interface OverviewLinks {
  readonly consoleUrl: string;
  /** Of the products themselves. */
  readonly url: string;
}

/** What can be tried with a sample, as HTML. */
interface Trial {
  readonly name: string;
  /** As its manifest has it, and so the marketplace. */
  readonly title: string;
  readonly html: string;
}

/** Says what to try with each sample, and what reached the products meanwhile, the newest first. */
export function overviewPage(links: OverviewLinks, reached: readonly string[]): string {
  const list = (trials: readonly Trial[]): string =>
    trials.map((trial) => `<li>${linkTo(links, trial)}: ${trial.html}</li>`).join("\n");
  const lines = reached.map((line) => `<li><code>${escapeHtml(line)}</code></li>`).join("\n");
  return htmlPage(
    "The products that the samples talk to",
    `<p>They run on this machine only, for trying the samples.</p>
<ul>
${list(withProduct(links.url))}
</ul>
<p>The other samples need none of them.</p>
<ul>
${list(withoutProduct)}
</ul>
<h2>What reached them</h2>
${lines === "" ? "<p>Nothing yet. Load this page again to see what came.</p>" : `<ol>${lines}</ol>`}`,
  );
}

function linkTo({ consoleUrl }: OverviewLinks, { name, title }: Trial): string {
  return `<a href="${consoleUrl}/marketplace/${name}">${title}</a>`;
}

const withProduct = (url: string): readonly Trial[] => [
  {
    name: "channel-notifier",
    title: "Channel notifier",
    html: "connect it and choose a channel; readers’ feedback arrives below.",
  },
  {
    name: "issue-links",
    title: "Issue links",
    html: "connect it, and paste <code>https://tracker.example/acme/issues/7</code> into a page.",
  },
  {
    name: "visitor-analytics",
    title: "Visitor analytics",
    html: `its endpoint is <code>${url}/measurements</code>; views and ratings arrive below.`,
  },
  {
    name: "inbound-webhook",
    title: "Inbound webhook",
    html: `its repository is <code>acme/handbook</code>.
    <form method="post" action="/releases"><button>Publish a release</button></form>`,
  },
  {
    name: "visitor-auth",
    title: "Visitor sign-in",
    html: "lets a site ask its visitors to sign in here. Any name will do.",
  },
];

const withoutProduct: readonly Trial[] = [
  {
    name: "webhook",
    title: "Webhook",
    html: "its Webhook URL is the receiver’s, which the terminal names. Rate a page of the site.",
  },
  {
    name: "content-digest",
    title: "Content digest",
    html: "edit a page, and look at the integration’s log; or insert its block.",
  },
  { name: "diagram", title: "Diagram", html: "insert its block with <code>/</code> in a page." },
  {
    name: "settings-component",
    title: "Settings component",
    html: "go through its settings, and insert its block.",
  },
  {
    name: "site-script",
    title: "Continue reading",
    html: "allow cookies on the site, and come back to another page.",
  },
];
