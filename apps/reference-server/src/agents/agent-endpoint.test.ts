import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import {
  createApiKey,
  createOrganization,
  listAuditEntries,
  pauseInstallation,
  resumeInstallation,
  setOrganizationQuota,
} from "@plugboard/api/routes";
import { createIntegration, createTool, IntegrationError } from "@plugboard/runtime";
import { atNight } from "@plugboard/test-postgres";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { setUpServer } from "../fixtures/set-up-server.fixture.ts";

const lines = `scopes: [agent:tools:read, agent:tools:write]
tools:
  - id: find_pages
    title: Find pages
    description: Finds pages by their title.
    inputSchema: { type: object, properties: { query: { type: string } }, required: [query] }
    outputSchema: { type: object, properties: { pages: { type: array, items: { type: string } } }, required: [pages] }
  - { id: rename, title: Rename, description: Renames a page., writes: true, inputSchema: { type: object } }`;

const renamed: unknown[] = [];
const integration = createIntegration({
  tools: [
    createTool({
      id: "find_pages",
      execute: ({ query }, { caller }) => {
        if (query === "missing") throw new IntegrationError("There is no such page.", 404);
        if (query === "bug") throw new Error("a secret of the author");
        if (query === "wrong") return { pages: [7] };
        if (query === "text") return { pages: ["a\u202eb\u0007"] };
        return { pages: [`${JSON.stringify(query)} for ${caller.kind}`] };
      },
    }),
    createTool({
      id: "rename",
      execute: (input, { caller }) => {
        renamed.push({ input, caller });
        return { done: true };
      },
    }),
  ],
});

const keySchema = z.object({ id: z.string(), token: z.string() });
const call = (query: unknown) => ({ name: "titles__find_pages", arguments: { query } });
const rename = { name: "titles__rename", arguments: { to: "Start" } };

describe.each(["SQLite", ...atNight("PostgreSQL")] as const)(
  "the MCP endpoint of an organization on %s",
  (kind) => {
    const { server, succeed, seeded, publish, install } = setUpServer(kind);
    let installationId = "";
    let reader = { id: "", token: "" };
    let writer = { id: "", token: "" };
    const createKey = async (organizationId: string, grant: object) =>
      keySchema.parse(
        await succeed(createApiKey, { params: { organizationId }, body: { name: "Agent", ...grant } }),
      );
    const urlOf = (organizationId = seeded().organization) =>
      `${server().urls.console}/mcp/${organizationId}`;
    const open = async (client: Client, token: string) => {
      await client.connect(
        new StreamableHTTPClientTransport(new URL(urlOf()), {
          requestInit: { headers: { authorization: `Bearer ${token}` } },
        }),
      );
      onTestFinished(() => client.close());
      return client;
    };
    const implementation = { name: "test", version: "1" };
    const connect = (token: string, mode: "auto" | "legacy" = "auto") =>
      open(new Client(implementation, { versionNegotiation: { mode } }), token);
    /** Connects a client whose user responds to confirmation requests. */
    const connectPerson = async (
      token: string,
      action: "accept" | "decline",
      mode: "auto" | "legacy" = "auto",
    ) => {
      const questions: unknown[] = [];
      const client = new Client(implementation, {
        versionNegotiation: { mode },
        capabilities: { elicitation: {} },
      });
      client.setRequestHandler("elicitation/create", ({ params }) => {
        questions.push(params.message);
        return { action, content: {} };
      });
      return { client: await open(client, token), asked: questions };
    };
    const post = async (
      body: unknown,
      {
        token = reader.token,
        organizationId = seeded().organization,
        headers = {},
      }: { token?: string; organizationId?: string; headers?: Readonly<Record<string, string>> } = {},
    ) =>
      await fetch(urlOf(organizationId), {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${token}`,
          ...headers,
        },
        body: JSON.stringify(body),
      });
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };

    beforeAll(async () => {
      await publish("titles", integration, lines);
      installationId = await install("titles");
      reader = await createKey(seeded().organization, { scopes: ["agent:tools:read"] });
      writer = await createKey(seeded().organization, { role: "editor" });
    });

    it.each(["auto", "legacy"] as const)("lists and calls tools for an API key (%s)", async (mode) => {
      const client = await connect(reader.token, mode);
      const { tools } = await client.listTools();
      expect(tools).toMatchObject([
        {
          name: "titles__find_pages",
          title: "Find pages",
          description: "Finds pages by their title.",
          inputSchema: { type: "object", required: ["query"] },
          annotations: { readOnlyHint: true },
        },
      ]);
      expect(await client.callTool(call("Welcome"))).toMatchObject({
        structuredContent: { pages: ['"Welcome" for key'] },
        content: [{ type: "text", text: JSON.stringify({ pages: ['"Welcome" for key'] }) }],
      });
      expect(await client.callTool(call("text"))).toMatchObject({ structuredContent: { pages: ["ab"] } });
    });

    it("returns tool errors for wrong arguments, failures and wrong results", async () => {
      const client = await connect(reader.token);
      const failureOf = async (query: unknown) =>
        z
          .object({ isError: z.literal(true), content: z.tuple([z.object({ text: z.string() })]) })
          .parse(await client.callTool(call(query))).content[0].text;
      expect(await failureOf(7)).toContain("#/query");
      expect(await failureOf("missing")).toBe("There is no such page.");
      expect(await failureOf("bug")).toBe(
        "titles responded with status 500 for find_pages. Its log has the cause.",
      );
      expect(await failureOf("wrong")).toContain(
        "The result of titles for find_pages does not match its schema",
      );
      for (const name of ["titles__nothing", "nothing__find_pages", "find_pages"])
        await expect(client.callTool({ name, arguments: {} })).rejects.toThrow("There is no tool");
    });

    it("runs a tool that writes after a person has confirmed", async () => {
      const { client, asked } = await connectPerson(writer.token, "accept");
      expect((await client.listTools()).tools.map(({ name, annotations }) => [name, annotations])).toEqual([
        ["titles__find_pages", expect.objectContaining({ destructiveHint: false })],
        ["titles__rename", expect.objectContaining({ readOnlyHint: false, destructiveHint: true })],
      ]);
      expect(await client.callTool(rename)).toMatchObject({ structuredContent: { done: true } });
      expect(asked).toEqual(['Let titles run "Rename"? It can change data. Arguments: {"to":"Start"}']);
      expect(renamed.splice(0)).toEqual([{ input: { to: "Start" }, caller: { kind: "key", id: writer.id } }]);
    });

    it("doesn't run a tool that writes without consent, a capable client or the scope", async () => {
      const clients = [
        [(await connectPerson(writer.token, "decline")).client, "The user declined"],
        [(await connectPerson(writer.token, "accept", "legacy")).client, "the user must confirm"],
        [(await connectPerson(reader.token, "accept")).client, "agent:tools:write"],
      ] as const;
      for (const [client, text] of clients)
        expect(await client.callTool(rename)).toMatchObject({
          isError: true,
          content: [{ text: expect.stringContaining(text) }],
        });
      const incapable = await connect(writer.token);
      await expect(incapable.callTool(rename)).rejects.toMatchObject({
        code: -32_021,
        data: { requiredCapabilities: { elicitation: { form: {} } } },
        message: expect.stringContaining("the user must confirm"),
      });
      expect(renamed).toEqual([]);
    });

    it("accepts a confirmation once, for the same call and caller only", async () => {
      const other = await createKey(seeded().organization, { role: "editor" });
      const request = (params: object, token = writer.token) =>
        post(
          {
            jsonrpc: "2.0",
            id: 1,
            method: "tools/call",
            params: {
              ...rename,
              ...params,
              _meta: {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
                "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
              },
            },
          },
          {
            token,
            headers: {
              "mcp-protocol-version": "2026-07-28",
              "mcp-method": "tools/call",
              "mcp-name": rename.name,
            },
          },
        ).then((response) => response.text());
      const firstResponse = await request({});
      expect(firstResponse).toContain("input_required");
      const { requestState } = z
        .object({ result: z.object({ requestState: z.string() }) })
        .parse(JSON.parse(firstResponse)).result;
      const confirmed = { requestState, inputResponses: { confirm: { action: "accept", content: {} } } };
      expect(await request({ ...confirmed, arguments: { to: "Evil" } })).toContain("for another call");
      expect(await request(confirmed, other.token)).toContain("for another call");
      expect(await request({ ...confirmed, requestState: `${requestState}x` })).toContain("-32602");
      expect(renamed).toEqual([]);
      expect(await request(confirmed)).toContain('"done":true');
      expect(await request(confirmed)).toContain("was used before");
      expect(renamed.splice(0)).toHaveLength(1);
    });

    it("counts a call once against the quota", async () => {
      const organizationId = seeded().organization;
      const limit = async (body: object) =>
        await succeed(setOrganizationQuota, { params: { organizationId }, body });
      await limit({ readerRequestsPerMinute: 1 });
      const limited = await createKey(organizationId, { role: "reader" });
      const client = await connect(limited.token);
      expect(await client.callTool(call("Welcome"))).toMatchObject({
        structuredContent: { pages: ['"Welcome" for key'] },
      });
      expect(await client.callTool(call("Welcome"))).toMatchObject({ isError: true });
      await limit({});
    });

    it("limits the calls of each tool, and of unknown tools", async () => {
      const { token } = await createKey(seeded().organization, { role: "editor" });
      const client = await connect(token);
      for (const name of ["titles__rename", "titles__nothing"]) {
        const texts = new Set<string>();
        const refusal = `Too many calls of ${name === rename.name ? name : "unknown tools"}.`;
        const refuses = () => [...texts].some((text) => text.includes(refusal));
        // The quota refills more slowly than a test calls.
        for (let calls = 0; calls < 1000 && !refuses(); calls += 25)
          await Promise.all(
            Array.from({ length: 25 }, () =>
              client.callTool({ name, arguments: {} }).then(
                ({ content }) => texts.add(JSON.stringify(content)),
                (error: unknown) => texts.add(String(error)),
              ),
            ),
          );
        expect([name, refuses()]).toEqual([name, true]);
      }
      expect(await client.callTool(call("Welcome"))).not.toHaveProperty("isError");
    });

    it("rejects names and cursors that can't exist", async () => {
      const client = await connect(reader.token);
      for (const name of ["\0__x", "titles\0__find_pages", "x".repeat(10_000)])
        await expect(client.callTool({ name, arguments: {} })).rejects.toThrow("There is no tool");
      const list = { method: "tools/list", params: { cursor: "\0" } } as const;
      await expect(client.request(list)).rejects.toMatchObject({ code: -32602 });
    });

    it("records the address and outcome of each call, but not its arguments", async () => {
      const client = await connect(reader.token);
      await client.callTool({ ...call(""), arguments: {} });
      await client.callTool(call("private words"));
      const log = await succeed(listAuditEntries, {
        query: { organization: seeded().organization, operation: "callTool" },
      });
      const { items } = z.object({ items: z.array(z.looseObject({})) }).parse(log);
      expect(items[0]).toMatchObject({
        actor: { type: "key", id: reader.id },
        resource: { installationId, toolId: "find_pages" },
        address: "127.0.0.1",
        after: { outcome: "succeeded", durationMilliseconds: expect.any(Number) },
      });
      expect(items[1]).toMatchObject({ after: { outcome: "invalid_request" } });
      expect(JSON.stringify(log)).not.toContain("private words");
    });

    it("has no tools of a paused installation", async () => {
      const client = await connect(reader.token);
      await succeed(pauseInstallation, { params: { installationId } });
      expect((await client.listTools()).tools).toEqual([]);
      await expect(client.callTool(call("Welcome"))).rejects.toThrow("There is no tool");
      await succeed(resumeInstallation, { params: { installationId } });
    });

    it("rejects strangers, other origins, batches and large arguments", async () => {
      const { status, headers } = await fetch(urlOf(), { method: "POST", body: "{}" });
      expect([status, headers.get("www-authenticate")]).toEqual([
        401,
        expect.stringMatching(/^Bearer resource_metadata=/),
      ]);
      expect((await post(list, { token: "pbk_wrong" })).status).toBe(401);
      expect((await post(list, { headers: { origin: "https://evil.example" } })).status).toBe(403);
      expect((await post([list, list])).status).toBe(400);
      expect((await post(list, { organizationId: "org_nothing" })).status).toBe(404);
      const { id } = z
        .object({ id: z.string() })
        .parse(await succeed(createOrganization, { body: { title: "Other", subdomain: "other" } }));
      expect((await post(list, { organizationId: id })).status).toBe(404);
      const unscoped = await createKey(seeded().organization, { scopes: ["space:content:read"] });
      expect((await post(list, { token: unscoped.token })).status).toBe(403);
      const huge = { ...list, method: "tools/call", params: call("x".repeat(10_000_000)) };
      expect((await post(huge)).status).toBe(413);
      expect((await fetch(urlOf(), { headers: { authorization: `Bearer ${reader.token}` } })).status).toBe(
        405,
      );
    });
  },
);
