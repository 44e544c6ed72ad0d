import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createApiKey } from "@plugboard/api/routes";
import { createIntegration, createTool } from "@plugboard/runtime";
import { launchBrowser } from "@plugboard/test-browser";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { buildSite } from "./build-pages.ts";
import { startAgentHost } from "./testing/agent-host.ts";
import { setUpServer } from "../../reference-server/src/fixtures/set-up-server.fixture.ts";

const lines = `scopes: [agent:tools:read, agent:tools:write]
contentSecurityPolicy: img-src https://images.example; frame-src https://player.example
tools:
  - id: find_product
    title: Find a product
    description: Returns the pieces in stock.
    inputSchema: { type: object, properties: { sku: { type: string } } }
    component: stock
  - { id: order_product, title: Order a product, description: Orders one., writes: true, inputSchema: { type: object }, component: stock }
  - { id: whoami, title: Who am I, description: Returns the caller., inputSchema: { type: object } }`;
const productSchema = z.object({ sku: z.string(), pieces: z.number() });
const ordered: string[] = [];
const integration = createIntegration({
  tools: [
    createTool({ id: "find_product", execute: ({ sku }) => ({ sku, pieces: 3 }) }),
    createTool({ id: "order_product", execute: () => ({ sku: "A-1", pieces: 2 }) }),
    createTool({ id: "whoami", execute: () => ({ kind: "key" }) }),
  ],
  components: [
    {
      componentId: "stock",
      render: async ({ props, action }) => {
        const { sku, pieces } = productSchema.parse(props);
        if (action?.action === "order") ordered.push(sku);
        return {
          type: "element",
          state: {},
          props,
          element: {
            type: "block",
            children: [
              {
                type: "card",
                title: `Product ${sku}`,
                hint: ordered.length === 0 ? `${pieces} pieces` : "Ordered",
                onPress: { action: "@ui.url.open", url: "https://stock.example/A-1" },
              },
              { type: "button", label: "Order one", onPress: { action: "order" } },
            ],
          },
        };
      },
    },
  ],
});
const uri = "ui://stock/stock";
const mimeType = "text/html;profile=mcp-app";
const apps = { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: [mimeType] } } };
const callSchema = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) });
const resourceSchema = z.object({
  contents: z.tuple([
    z.object({
      uri: z.literal(uri),
      mimeType: z.literal(mimeType),
      text: z.string(),
      _meta: z.object({
        ui: z.object({
          csp: z.object({ resourceDomains: z.array(z.string()), frameDomains: z.array(z.string()) }),
          prefersBorder: z.boolean(),
        }),
      }),
    }),
  ]),
});

describe("a tool with a component", () => {
  const { server, seeded, succeed, publish, install } = setUpServer();
  let browser: Browser;
  const connect = async (scopes: readonly string[], capabilities: object = apps) => {
    const body = { name: "Agent", scopes };
    const params = { organizationId: seeded().organization };
    const { token } = z.object({ token: z.string() }).parse(await succeed(createApiKey, { params, body }));
    const client = new Client(
      { name: "test", version: "1" },
      { versionNegotiation: { mode: "auto" }, capabilities },
    );
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${server().urls.console}/mcp/${params.organizationId}`), {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      }),
    );
    onTestFinished(() => client.close());
    return client;
  };
  const both = ["agent:tools:read", "agent:tools:write"];

  beforeAll(async () => {
    await buildSite();
    await publish("stock", integration, lines);
    await install("stock");
    browser = await launchBrowser();
  }, 400_000);
  afterAll(async () => {
    await browser.close();
  });

  it("is listed with a view and the tools that the view calls", async () => {
    const client = await connect(both);
    const { tools } = await client.listTools();
    expect(tools.map(({ name, _meta }) => [name, _meta])).toEqual([
      ["stock__find_product", { ui: { resourceUri: uri, visibility: ["model"] } }],
      ["stock__order_product", { ui: { resourceUri: uri, visibility: ["model"] } }],
      ["stock__whoami", undefined],
      ["render_component", { ui: { visibility: ["app"] } }],
      ["use_component", { ui: { visibility: ["app"] } }],
    ]);
    expect((await client.listResources()).resources).toEqual([
      expect.objectContaining({ uri, mimeType, title: "Find a product" }),
    ]);
    const [{ _meta: meta, text }] = resourceSchema.parse(await client.readResource({ uri })).contents;
    // Tools share the view of their component, which belongs to the first of them.
    expect(text).toContain("<title>Find a product</title>");
    expect(meta.ui.csp).toEqual({
      resourceDomains: ["https://images.example"],
      frameDomains: ["https://player.example"],
    });
    for (const other of [
      "ui://stock/nothing",
      "ui://other/stock",
      "ui://stock\0/stock",
      "file:///etc/passwd",
    ])
      await expect(client.readResource({ uri: other })).rejects.toThrow("There is no resource");
  });

  it("shows its component in an agent, and performs the user's actions", async () => {
    const client = await connect(both);
    const input = { sku: "A-1" };
    const result = await client.callTool({ name: "stock__find_product", arguments: input });
    const [{ text: html, _meta: meta }] = resourceSchema.parse(await client.readResource({ uri })).contents;
    const host = await startAgentHost({ html, csp: meta.ui.csp });
    onTestFinished(host.close);
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(30_000);
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.exposeFunction("callTool", async (params: unknown) => {
      const { name, arguments: args } = callSchema.parse(params);
      return await client.callTool({ name, arguments: args });
    });
    await page.goto(host.origin);
    await page.waitForFunction("window.start");
    await page.evaluate(`start(${JSON.stringify(input)}, ${JSON.stringify(result)}, "light")`);
    const view = page.frameLocator("iframe");
    await view.getByText("Product A-1").waitFor();
    await view.getByText("3 pieces").waitFor();
    await view.getByRole("button", { name: "Order one" }).click();
    await view.getByText("Ordered").waitFor();
    expect(ordered).toEqual(["A-1"]);
    await view.getByText("Product A-1").click();
    await expect
      .poll(async () => await page.evaluate("window.opened"))
      .toEqual(["https://stock.example/A-1"]);
    expect(complaints).toEqual([]);
    ordered.length = 0;
  });

  it("performs no action without the scope, or unseen by a person", async () => {
    const props = { sku: "A-1", pieces: 3 };
    const request = { props, theme: "light" };
    const call = (name: string, fields: object) => ({
      name,
      arguments: { tool: "stock__find_product", request: { ...request, ...fields } },
    });
    const use = call("use_component", { action: { action: "order" } });
    const reader = await connect(["agent:tools:read"]);
    expect(await reader.callTool(call("render_component", {}))).toMatchObject({
      structuredContent: { type: "element", props },
    });
    expect(await reader.callTool(use)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("agent:tools:write") }],
    });
    const withoutApps = await connect(both, {});
    expect((await withoutApps.listTools()).tools.map(({ name }) => name)).toEqual([
      "stock__find_product",
      "stock__order_product",
      "stock__whoami",
    ]);
    await expect(withoutApps.callTool(use)).rejects.toMatchObject({
      code: -32021,
      message: expect.stringContaining("must confirm"),
    });
    const writer = await connect(both);
    const other = { ...use, arguments: { ...use.arguments, tool: "stock__whoami" } };
    expect(await writer.callTool(other)).toMatchObject({ isError: true });
    expect(await writer.callTool({ name: "use_component", arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("tool") }],
    });
    expect(ordered).toEqual([]);
  });
});
