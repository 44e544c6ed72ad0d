import * as fc from "fast-check";
import { expect, it } from "vitest";
import * as Y from "yjs";
import type { PageText } from "../texts/merge-texts.ts";
import {
  createSharedSession,
  readSavedText,
  saveRequest,
  type SharedAppend,
  type SharedChanges,
  type SharedServer,
  type SharedSession,
} from "./create-shared-session.ts";
import { editSharedSource, type SharedSource } from "./edit-shared-source.ts";
import { readMarkdown } from "../editor/page-markdown.ts";
import { writeMarkdown } from "../editor/write-markdown.ts";
import { blocksOf, createSharedDoc, textOf, titleOf, writeText } from "./shared-text.ts";

const seed: PageText = {
  title: "Page",
  markdown: "# seed0.\n\nseed1.\n\n- seed2.\n- seed3.\n\nseed4.\n\n```\nseed5.\n```\n",
};

/** A server in memory, with the rules of the real one. */
function createServer() {
  let draft = {
    sequence: 0,
    saved: 0,
    revisionId: "rev_1",
    state: Y.encodeStateAsUpdate(createSharedDoc(seed)),
    updates: [] as { readonly sequence: number; readonly content: Uint8Array }[],
  };
  let page = { ...seed, revisionId: "rev_1" };
  const revisions = new Map([[page.revisionId, page]]);
  const read = (after: number | undefined): SharedChanges => {
    const needsState = after === undefined || after < draft.saved;
    const start = needsState ? draft.saved : after;
    return {
      id: "shd_1",
      format: "1",
      revisionId: draft.revisionId,
      sequence: draft.sequence,
      ...(needsState && { state: draft.state }),
      updates: draft.updates.filter(({ sequence }) => sequence > start).map(({ content }) => content),
    };
  };
  const append = ({ after, content, rebase }: SharedAppend): number | "behind" => {
    if (after !== draft.sequence) return "behind";
    if (rebase !== undefined && (rebase.from !== draft.revisionId || rebase.to !== page.revisionId))
      return "behind";
    const sequence = after + 1;
    const revisionId = rebase?.to ?? draft.revisionId;
    draft = { ...draft, sequence, revisionId, updates: [...draft.updates, { sequence, content }] };
    return sequence;
  };
  return {
    read,
    append,
    save: (sequence: number, state: Uint8Array): void => {
      if (sequence <= draft.saved) return;
      const updates = draft.updates.filter((update) => update.sequence > sequence);
      draft = { ...draft, saved: sequence, state, updates };
    },
    page: () => page,
    revision: (id: string) => revisions.get(id),
    publish: (markdown: string, isFromDraft: boolean): void => {
      page = { ...seed, markdown, revisionId: `rev_${revisions.size + 1}` };
      revisions.set(page.revisionId, page);
      if (isFromDraft) draft = { ...draft, revisionId: page.revisionId };
    },
  };
}

type Network = "works" | "offline" | "losesResponses";

/** A window with its own network. */
function createWindow(server: ReturnType<typeof createServer>) {
  let network: Network = "works";
  const reach = async <Result>(run: () => Result): Promise<Result> => {
    await Promise.resolve();
    if (network === "offline") throw new Error("offline");
    const result = run();
    if (network === "losesResponses") throw new Error("no response");
    return result;
  };
  const connection: SharedServer = {
    read: async (after) => await reach(() => server.read(after)),
    append: async (change) => await reach(() => server.append(change)),
    save: async ({ sequence, state }) => await reach(() => server.save(sequence, state)),
  };
  let session = createSharedSession(server.read(undefined), connection);
  const openSource = (): SharedSource =>
    editSharedSource(session.doc, textOf(session.doc).markdown, () => {});
  let source = openSource();
  return {
    session: (): SharedSession => session,
    source: (): SharedSource => source,
    setNetwork: (next: Network): void => {
      network = next;
    },
    /** Reloads the window. Only the changes that the browser stored survive. */
    reload: (): void => {
      const kept = session.hasUnsent() ? Y.encodeStateAsUpdate(session.doc) : undefined;
      session = createSharedSession(server.read(undefined), connection);
      if (kept !== undefined) session.add([kept]);
      source = openSource();
    },
    merge: async (): Promise<void> => {
      const page = server.page();
      const base = server.revision(session.revisionId());
      if (page.revisionId !== session.revisionId()) await session.merge(page, base);
    },
  };
}

/** Returns the elements of a document that contain text. */
function textBlocksOf(node: Y.XmlFragment | Y.XmlElement): Y.XmlElement[] {
  return node.toArray().flatMap((child) => {
    if (!(child instanceof Y.XmlElement)) return [];
    const inner = textBlocksOf(child);
    return inner.length > 0 || child.nodeName === "bulletList" ? inner : [child];
  });
}

function typeIn(element: Y.XmlElement, word: string): void {
  const last = element.get(element.length - 1);
  const isText = element.length > 0 && last instanceof Y.XmlText;
  const text = isText ? last : new Y.XmlText();
  if (!isText) element.insert(element.length, [text]);
  text.insert(text.length, ` ${word}`);
}

// A merge can put two words beside each other without a space.
const wordsIn = (text: string): string[] => text.match(/(w|seed)\d+\./g) ?? [];

const at = <Item>(items: readonly Item[], index: number): Item | undefined =>
  items.length === 0 ? undefined : items[index % items.length];

/** Markdown that is unfinished while it is typed. Words don't become attributes, of which one value stays. */
const typedMarkdown = ["", "- ", "- [x] ", "```\n", "**", "# ", "| ", "<!-- ", "[a]: ", "    "];

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom("source", "source", "source", "sourceLine", "removeLine"),
      window: fc.nat(2),
      block: fc.nat(19),
      markdown: fc.constantFrom(...typedMarkdown),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("type"), window: fc.nat(2), block: fc.nat(9) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("delete", "deleteInner", "convert", "add"),
      window: fc.nat(2),
      block: fc.nat(9),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom("sync", "sync", "save", "reload", "merge"),
      window: fc.nat(2),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("network"),
      window: fc.nat(2),
      network: fc.constantFrom<Network>("works", "offline", "losesResponses"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("publish", "publishOther"), window: fc.nat(2) }) },
);

type Step = Readonly<{ do: string; window: number; block?: number; network?: Network; markdown?: string }>;

it("loses no typed word in any sequence of partitions, reloads, saves and publications", async () => {
  const keepsWords = fc.asyncProperty(
    fc.array(step, { minLength: 4, maxLength: 40 }),
    async (steps: readonly Step[]) => {
      const server = createServer();
      const windows = [createWindow(server), createWindow(server), createWindow(server)];
      const typed: string[] = wordsIn(seed.markdown);
      const deleted = new Set<string>();
      for (const { do: kind, window: index, block = 0, network = "works", markdown = "" } of steps) {
        const window = at(windows, index);
        if (window === undefined) throw new Error("There is a window.");
        const session = window.session();
        const blocks = blocksOf(session.doc);
        const top = at(blocks.toArray(), block);
        const inner = at(textBlocksOf(blocks), block);
        const word = `w${typed.length}.`;
        if (kind === "type" && inner !== undefined) {
          session.doc.transact(() => typeIn(inner, word));
          typed.push(word);
        } else if (kind === "add") {
          const paragraph = new Y.XmlElement("paragraph");
          session.doc.transact(() => {
            blocks.insert(block % (blocks.length + 1), [paragraph]);
            typeIn(paragraph, word);
          });
          typed.push(word);
        } else if (kind === "delete" && top !== undefined) {
          for (const each of wordsIn(JSON.stringify(top.toJSON()))) deleted.add(each);
          blocks.delete(blocks.toArray().indexOf(top));
        } else if (kind === "deleteInner" && top instanceof Y.XmlElement && top.nodeName === "bulletList") {
          for (const each of wordsIn(top.get(0).toJSON())) deleted.add(each);
          if (top.length > 1) top.delete(0);
          else blocks.delete(blocks.toArray().indexOf(top));
        } else if (kind === "convert" && top instanceof Y.XmlElement && top.nodeName === "paragraph") {
          // The editor replaces a paragraph that becomes a heading.
          session.doc.transact(() => {
            const heading = new Y.XmlElement("heading");
            const text = new Y.XmlText();
            text.insert(0, wordsIn(JSON.stringify(top.toJSON())).join(" "));
            heading.insert(0, [text]);
            const position = blocks.toArray().indexOf(top);
            blocks.delete(position);
            blocks.insert(position, [heading]);
          });
        } else if (kind.startsWith("source") || kind === "removeLine") {
          const lines = window.source().shown().split("\n");
          const line = block % lines.length;
          if (kind === "removeLine") for (const each of wordsIn(lines[line] ?? "")) deleted.add(each);
          else typed.push(word);
          if (kind === "removeLine") lines.splice(line, 1);
          else if (kind === "source" && !lines[line]?.includes("```")) lines[line] += ` ${markdown}${word}`;
          else lines.splice(line, 0, `${markdown}${word}`);
          window.source().write(lines.join("\n"));
        } else if (kind === "sync") await session.sync().catch(() => {});
        else if (kind === "save") await session.save().catch(() => {});
        else if (kind === "reload") window.reload();
        else if (kind === "merge") await window.merge().catch(() => {});
        else if (kind === "network") window.setNetwork(network);
        else if (kind === "publish") {
          const isSent = await session.sync().then(
            () => session.revisionId() === server.page().revisionId,
            () => false,
          );
          if (isSent) server.publish(textOf(session.doc).markdown, true);
        } else if (kind === "publishOther") {
          const [first = "", ...rest] = server.page().markdown.split("\n\n");
          for (const each of wordsIn(first)) deleted.add(each);
          typed.push(word);
          server.publish([...rest, `${word} elsewhere`].join("\n\n"), false);
        }
        for (const each of windows) {
          const { shown, printed } = each.source();
          expect(printed()).toBe(textOf(each.session().doc).markdown);
          expect([shown(), writeMarkdown(readMarkdown(shown()))]).toContain(printed());
        }
      }
      for (let round = 0; round < 2; round += 1)
        for (const window of windows) {
          window.setNetwork("works");
          await window.session().sync();
          await window.merge();
          expect(window.session().hasUnsent()).toBe(false);
        }
      for (const window of windows) await window.session().sync();
      const opened = textOf(createWindow(server).session().doc);
      for (const window of windows) expect(textOf(window.session().doc)).toEqual(opened);
      const left = new Set(wordsIn(opened.markdown));
      expect(typed.filter((word) => !left.has(word) && !deleted.has(word))).toEqual([]);
    },
  );
  const runs = import.meta.env.MODE === "nightly" ? { numRuns: 600 } : { numRuns: 40, seed: 20_260_115 };
  await fc.assert(keepsWords, runs);
}, 600_000);

it("keeps a paragraph that one window types in while another deletes it, in both orders", async () => {
  for (const first of [0, 1]) {
    const server = createServer();
    const windows = [createWindow(server), createWindow(server)];
    const [writer, remover] = windows.map((window) => window.session());
    if (writer === undefined || remover === undefined) throw new Error("There are two windows.");
    const paragraph = blocksOf(writer.doc).get(1);
    if (!(paragraph instanceof Y.XmlElement)) throw new Error("It is a paragraph.");
    typeIn(paragraph, "w1");
    blocksOf(remover.doc).delete(1);
    for (const session of first === 0 ? [writer, remover, writer] : [remover, writer, remover])
      await session.sync();
    for (const session of [writer, remover])
      expect(textOf(session.doc).markdown).toBe(
        "# seed0.\n\nseed1. w1\n\n- seed2.\n- seed3.\n\nseed4.\n\n```\nseed5.\n```",
      );
  }
});

it("keeps one value of an attribute that two windows change, and all text", async () => {
  const link = (url: string): string => `Read [the guide](https://example.com/${url}) first.`;
  const image = (text: string): string => `![${text}](https://example.com/image.png)`;
  const page = (value: string): PageText => ({
    title: "Page",
    markdown: `${link(value)}\n\n${image(value)}`,
  });
  for (const order of [
    [0, 1, 0],
    [1, 0, 1],
  ]) {
    const server = createServer();
    const starting = createWindow(server).session();
    writeText(starting.doc, page("old"));
    await starting.sync();
    const sessions = [createWindow(server).session(), createWindow(server).session()];
    for (const [index, { doc }] of sessions.entries()) writeText(doc, page(`new${index}`));
    for (const index of order) await sessions[index]?.sync();
    const [one, other] = sessions.map(({ doc }) => textOf(doc).markdown);
    expect(other).toBe(one);
    expect(one?.replaceAll(/new[01]/g, "new")).toBe(page("new").markdown);
  }
});

it("ignores a change that isn't a Yjs update", async () => {
  const server = createServer();
  const window = createWindow(server);
  server.append({ draftId: "shd_1", after: 0, content: new Uint8Array([255, 255, 1, 2, 3]) });
  titleOf(window.session().doc).insert(0, "My ");
  await window.session().sync();
  expect(textOf(createWindow(server).session().doc).title).toBe("My Page");
});

it("ignores a change that builds on missing ones", async () => {
  const server = createServer();
  const window = createWindow(server);
  const foreign = createSharedDoc(seed);
  const known = Y.encodeStateVector(foreign);
  titleOf(foreign).insert(0, "Foreign ");
  server.append({ draftId: "shd_1", after: 0, content: Y.encodeStateAsUpdate(foreign, known) });
  await window.session().sync();
  titleOf(window.session().doc).insert(0, "My ");
  await window.session().sync();
  await window.session().save();
  const { state, updates } = server.read(undefined);
  expect(readSavedText({ state, updates })?.title).toBe("My Page");
});

it("saves a draft when another window asks for it", async () => {
  const server = createServer();
  const window = createWindow(server);
  titleOf(window.session().doc).insert(0, "My ");
  await window.session().sync();
  server.save(1, new Uint8Array([255, 1, 2]));
  expect(readSavedText(server.read(undefined))).toBeUndefined();
  server.append({ draftId: "shd_1", after: 1, content: saveRequest });
  await window.session().sync();
  expect(readSavedText(server.read(undefined))?.title).toBe("My Page");
});

it("reads no text from a state that lacks changes", () => {
  const doc = createSharedDoc(seed);
  const known = Y.encodeStateVector(doc);
  titleOf(doc).insert(0, "My ");
  const update = Y.encodeStateAsUpdate(doc, known);
  expect(readSavedText({ state: update, updates: [] })).toBeUndefined();
  const state = Y.encodeStateAsUpdate(createSharedDoc(seed));
  expect(readSavedText({ state, updates: [update] })?.title).toBe("Page");
});

it("writes a text by changing only the blocks that differ", () => {
  const doc = createSharedDoc(seed);
  const [heading, , list] = blocksOf(doc).toArray();
  const markdown = seed.markdown.replace("seed1.", "other").replace("seed4.\n\n", "");
  writeText(doc, { title: "Other page", markdown });
  expect(textOf(doc)).toEqual({ title: "Other page", markdown: markdown.trim() });
  const [first, , third] = blocksOf(doc).toArray();
  expect([first, third]).toEqual([heading, list]);
});
