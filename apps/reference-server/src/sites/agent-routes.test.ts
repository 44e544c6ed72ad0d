import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { listEvents } from "@plugboard/api/routes";
import { createPage, updatePageConditions } from "@plugboard/content/routes";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { setUpServer } from "../fixtures/set-up-server.fixture.ts";

const searchResult = z.object({
  structuredContent: z.object({
    pages: z.array(z.object({ path: z.string(), title: z.string(), url: z.string() })),
  }),
});
const textResult = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ text: z.string() })),
});
const eventList = z.object({ items: z.array(z.object({ id: z.string() })) });
const hidden = "a\u202eb\u0007c";

describe("a published site for programs", () => {
  const { server, succeed, seeded } = setUpServer();
  const url = (path: string) => `${server().urls.public}/sites/handbook/${path}`;
  const read = async (path: string, init?: RequestInit) => {
    const response = await fetch(url(path), init);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const connect = async (mode: "auto" | "legacy") => {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url("~plugboard/mcp"))));
    onTestFinished(() => client.close());
    return client;
  };

  beforeAll(async () => {
    const { space: spaceId } = seeded();
    const create = async (title: string, markdown: string) =>
      z
        .object({ id: z.string() })
        .parse(await succeed(createPage, { params: { spaceId }, body: { title, markdown } })).id;
    await create(`Odd [${hidden}]`, `# Odd\n\n${hidden}\tpeculiar words`);
    const pageId = await create("Secret", "Peculiar plans.");
    await succeed(updatePageConditions, {
      params: { spaceId, pageId },
      body: { conditions: [{ claim: "plan", anyOf: ["pro"] }] },
    });
  });

  it("lists its pages in llms.txt", async () => {
    const { status, headers, text } = await read("llms.txt");
    expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(text).toMatch(/^# Acme Handbook\n/);
    expect(text).toContain(`- [Welcome](${url("welcome.md")})\n`);
    expect(text).toContain("- [Odd \\[abc\\]](");
    expect(text).not.toContain("Secret");
  });

  it("serves a page as Markdown, linked from its HTML, without counting a visit", async () => {
    expect((await read("feedback")).text).toContain(
      'type="text/markdown" href="/sites/handbook/feedback.md"',
    );
    const eventIds = async () => eventList.parse(await succeed(listEvents)).items.map(({ id }) => id);
    const before = await eventIds();
    const { status, headers, text } = await read("welcome.md");
    expect([status, headers.get("content-type")]).toEqual([200, "text/markdown; charset=utf-8"]);
    expect([headers.get("cache-control"), headers.get("x-content-type-options")]).toEqual([
      "private, no-store",
      "nosniff",
    ]);
    expect(text).toMatch(/^# Welcome/);
    expect(await eventIds()).toEqual(before);
    for (const path of ["secret.md", "nothing.md", ".md"]) expect((await read(path)).status).toBe(404);
  });

  it.each(["auto", "legacy"] as const)("has tools for an MCP client (%s)", async (mode) => {
    const client = await connect(mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ["search_pages", true],
      ["read_page", true],
    ]);
    const search = async (query: string) =>
      searchResult.parse(await client.callTool({ name: "search_pages", arguments: { query } }))
        .structuredContent.pages;
    expect(await search("peculiar")).toEqual([
      { path: "odd-a-b-c", title: "Odd [abc]", url: url("odd-a-b-c") },
    ]);
    const open = async (path: string) =>
      textResult.parse(await client.callTool({ name: "read_page", arguments: { path } }));
    expect((await open("odd-a-b-c")).content[0]?.text).toBe("# Odd\n\nabc\tpeculiar words");
    for (const path of ["secret", "../welcome", "x"])
      expect(await open(path)).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining("Find paths with search_pages.") }],
      });
    expect(await client.callTool({ name: "search_pages", arguments: { query: "" } })).toMatchObject({
      isError: true,
    });
  });

  it("rejects other origins, other methods, large messages and batches", async () => {
    const post = (body: string, headers: Record<string, string> = {}) =>
      read("~plugboard/mcp", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
        body,
      });
    const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    expect((await post(list, { origin: "https://evil.example" })).status).toBe(403);
    expect((await post(`"${"x".repeat(70_000)}"`)).status).toBe(413);
    expect((await post("{")).status).toBe(400);
    // A batch of 64 KB would return a hundred pages at once.
    expect((await post(`[${list}]`)).status).toBe(400);
    expect((await read("~plugboard/mcp")).status).toBe(405);
  });
});
