import { getSharedDraft, getSharedDraftChanges, startSharedDraft } from "@plugboard/content/routes";
import { expect, it, onTestFinished, vi } from "vitest";
import { encodeStateAsUpdate } from "yjs";
import { encodeBase64 } from "./base64.ts";
import { createSharedDoc, sharedFormat } from "./shared-text.ts";

const params = { spaceId: "spc_1", pageId: "pag_1" };
const text = { title: "Page", markdown: "One" };

it("asks the windows of a broken draft before it replaces it, also if it replaced another broken draft", async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const working = encodeBase64(encodeStateAsUpdate(createSharedDoc(text)));
  const broken = encodeBase64(new TextEncoder().encode("not an update"));
  let draft = { id: "shd_1", state: broken };
  const asked: string[] = [];
  const replaced: unknown[] = [];
  vi.stubGlobal("location", new URL("https://docs.example/spaces/spc_1"));
  vi.stubGlobal("fetch", async (url: string | URL, { method = "GET", body }: RequestInit = {}) => {
    const { pathname } = new URL(url, location.href);
    const sent: unknown = typeof body === "string" ? JSON.parse(body) : undefined;
    const at = (path: string) =>
      pathname.endsWith(path.replace("{spaceId}", "spc_1").replace("{pageId}", "pag_1"));
    if (method === "POST" && at(startSharedDraft.path)) {
      replaced.push(Reflect.get(Object(sent), "replaces"));
      draft = { id: "shd_3", state: working };
    } else if (method === "POST") {
      asked.push(draft.id);
      // Another window replaces the first draft while this one waits.
      if (draft.id === "shd_1") setTimeout(() => (draft = { id: "shd_2", state: broken }), 4_000);
    }
    const summary = { ...draft, pageId: "pag_1", format: sharedFormat, revisionId: "rev_1", sequence: 0 };
    const isOfText = at(getSharedDraft.path) && !at(getSharedDraftChanges.path);
    return Response.json({ draft: { ...summary, ...(isOfText ? text : { updates: [] }) } });
  });
  const { openSharedDraft } = await import("./shared-server.ts");
  const opening = openSharedDraft(params);
  await vi.advanceTimersByTimeAsync(20_000);
  expect((await opening)?.id).toBe("shd_3");
  expect(asked).toEqual(["shd_1", "shd_2"]);
  expect(replaced).toEqual(["shd_2"]);
});
