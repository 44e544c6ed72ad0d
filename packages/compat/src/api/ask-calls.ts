import type { ApiClient } from "@plugboard/api/client";
import type { SpaceResource } from "@plugboard/content/types";
import { getSite, getSpace, listMatchingPages } from "@plugboard/content/routes";
import type { CompatApi, CompatCall } from "./compat-call.ts";
import { listInstalledSpaces } from "./installed-resources.ts";

interface AnswerFormat {
  readonly format?: string | undefined;
}

const maxWords = 6;
const maxSources = 3;

/** Questions. This platform has no assistant, so an answer quotes the best matching pages. */
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
  "spaces.askQueryInSpace": async (
    api: ApiClient,
    spaceId: string,
    { query }: { readonly query: string },
    format?: AnswerFormat,
  ) => ({ answer: await answer(api, [spaceId], query, format) }),
  "spaces.askQueryInSpaceWithGet": async (
    api: ApiClient,
    spaceId: string,
    { query, format }: { readonly query: string } & AnswerFormat,
  ) => ({ answer: await answer(api, [spaceId], query, { format }) }),
  "spaces.streamAskInSpace": async (
    api: ApiClient,
    spaceId: string,
    { query, format }: { readonly query: string } & AnswerFormat,
  ) => [await toStreamed(answer(api, [spaceId], query, { format }))],
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

/**
 * Searches for each word separately: a search requires all of its words, and no page contains every word of a
 * question.
 */
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

/** The longest words are the most specific ones. */
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
