import { type ApiClient, ApiError, type SpaceResource } from "@plugboard/api/client";
import {
  getSite,
  getSpace,
  listIntegrationInstallations,
  listMatchingPages,
  listSiteInstallations,
  listSpaceInstallations,
} from "@plugboard/api/routes";
import { type CompatApi, type CompatCall, readAll } from "./compat-call.ts";

interface AnswerFormat {
  readonly format?: string | undefined;
}

const maxSpaces = 10;
const maxWords = 6;
const maxSources = 3;

/** Questions. This platform has no assistant: an answer quotes the pages that match the question best. */
export const askCalls: Readonly<Record<string, CompatCall>> = {
  "orgs.askInOrganization": async (
    api: CompatApi,
    organization: string,
    { query }: { readonly query: string },
    format?: AnswerFormat,
  ) => ({ answer: await answer(api, await listInstalledSpaces(api, organization), query, format) }),
  "orgs.streamAskInOrganization": async (
    api: CompatApi,
    organization: string,
    { query, format }: { readonly query: string } & AnswerFormat,
  ) => [await toStreamed(answer(api, await listInstalledSpaces(api, organization), query, { format }))],
  "orgs.streamAskInSite": async (
    api: CompatApi,
    _organization: string,
    siteId: string,
    { question }: { readonly question: string },
    format?: AnswerFormat,
  ) => {
    const { spaceId } = await api.call(getSite, { params: { siteId } });
    return [await toStreamed(answer(api, [spaceId], question, format))];
  },
};

async function toStreamed(pending: ReturnType<typeof answer>) {
  return { type: "answer", answer: (await pending) ?? { followupQuestions: [], sources: [] } };
}

/** The spaces that the caller's installation is in, directly or through a site. */
async function listInstalledSpaces(api: CompatApi, organization: string): Promise<readonly string[]> {
  const installationId = await findInstallation(api, organization);
  const params = { installationId };
  const [spaces, sites] = await Promise.all([
    readAll(api.list(listSpaceInstallations, { params })),
    readAll(api.list(listSiteInstallations, { params })),
  ]);
  const published = await Promise.all(
    sites
      .slice(0, maxSpaces)
      .map(async ({ site: siteId }) => (await api.call(getSite, { params: { siteId } })).spaceId),
  );
  return [...new Set([...spaces.map(({ space }) => space), ...published])].slice(0, maxSpaces);
}

/** An installation's token names it. An integration's own token covers every organization it is installed in. */
async function findInstallation(api: CompatApi, organization: string): Promise<string> {
  const { installation, sub } = readClaims(api.token);
  if (typeof installation === "string") return installation;
  const installed = api.list(listIntegrationInstallations, { params: { integration: String(sub) } });
  const own = (await readAll(installed)).find((each) => each.organization === organization);
  if (own !== undefined) return own.id;
  const message = `The integration is not installed in the organization ${organization}.`;
  throw new ApiError("not_found", message, { status: 404 });
}

/** The claims of a token, unverified: the platform checks the token in every call. */
function readClaims(token = ""): { readonly installation?: unknown; readonly sub?: unknown } {
  const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
  try {
    return Object(JSON.parse(atob(payload)));
  } catch {
    return {};
  }
}

interface Match {
  readonly space: SpaceResource;
  readonly page: string;
  readonly title: string;
  readonly excerpt: string;
  readonly words: number;
}

async function answer(
  api: ApiClient,
  spaces: readonly string[],
  question: string,
  { format }: AnswerFormat = {},
) {
  const found = await Promise.all(spaces.map((spaceId) => findPages(api, spaceId, question)));
  const matches = found
    .flat()
    .toSorted((one, other) => other.words - one.words)
    .slice(0, maxSources);
  if (matches.length === 0) return undefined;
  return {
    answer: format === "markdown" ? { markdown: toMarkdown(matches) } : { document: toDocument(matches) },
    followupQuestions: [],
    sources: matches.map(({ space, page }) => ({
      type: "page",
      page,
      revision: space.revisionId,
      space: space.id,
      sections: [],
    })),
  };
}

/** The search needs all words of a query, and a question has more than the page: each word is searched by itself. */
async function findPages(api: ApiClient, spaceId: string, question: string): Promise<readonly Match[]> {
  const space = await api.call(getSpace, { params: { spaceId } });
  const words = wordsOf(question);
  const pages = await Promise.all(
    words.map((query) => api.call(listMatchingPages, { params: { spaceId }, query: { query, limit: 20 } })),
  );
  const byPage = Map.groupBy(
    pages.flatMap(({ items }) => items),
    ({ pageId }) => pageId,
  );
  return [...byPage].flatMap(([page, [first, ...others]]) =>
    first === undefined
      ? []
      : [{ space, page, title: first.title, excerpt: first.excerpt, words: 1 + others.length }],
  );
}

/** The longest words say most about a question. */
function wordsOf(question: string): readonly string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}_-]{3,}/gu) ?? [];
  return [...new Set(words)].toSorted((one, other) => other.length - one.length).slice(0, maxWords);
}

function toMarkdown(matches: readonly Match[]): string {
  return matches.map(({ title, excerpt }) => `**${title}**: ${excerpt}`).join("\n\n");
}

function toDocument(matches: readonly Match[]) {
  const nodes = matches.map(({ title, excerpt }) => ({
    object: "block",
    type: "paragraph",
    isVoid: false,
    data: {},
    nodes: [
      {
        object: "text",
        leaves: [
          { object: "leaf", text: title, marks: [{ object: "mark", type: "bold", data: {} }] },
          { object: "leaf", text: `: ${excerpt}`, marks: [] },
        ],
      },
    ],
  }));
  return { object: "document", data: {}, nodes };
}
