import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build, type Rollup } from "vite";

// The host side of MCP Apps, with the official bridge. The test calls the MCP server for it.
const source = `
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";
window.opened = [];
window.start = async (input, result, theme) => {
  const frame = document.querySelector("iframe");
  const bridge = new AppBridge(null, { name: "host", version: "1" }, { serverTools: {}, openLinks: {} }, {
    hostContext: { theme, styles: { variables: { "--color-text-primary": theme === "dark" ? "#eee" : "#222" } } },
  });
  bridge.oncalltool = (params) => window.callTool(params);
  bridge.onopenlink = async ({ url }) => {
    window.opened.push(url);
    return {};
  };
  bridge.addEventListener("sizechange", ({ height }) => { frame.style.height = height + "px"; });
  const initialized = new Promise((resolve) => bridge.addEventListener("initialized", resolve));
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = "/view";
  await initialized;
  await bridge.sendToolInput({ arguments: input });
  await bridge.sendToolResult(result);
};
`;

/** The page that an MCP server returns for a component. */
export interface ServedView {
  readonly html: string;
  readonly csp: {
    readonly resourceDomains?: readonly string[] | undefined;
    readonly frameDomains?: readonly string[] | undefined;
  };
}

/** An agent's web page that shows a view in a sandboxed frame. */
export interface AgentHost {
  readonly origin: string;
  readonly close: () => void;
}

/** Starts an agent's web page. Call its `start(input, result, theme)` to show a view. */
export async function startAgentHost(view: ServedView): Promise<AgentHost> {
  const script = await buildHost();
  const server = createServer(({ url }, response) => {
    if (url === "/host.js") response.setHeader("content-type", "text/javascript").end(script);
    else if (url === "/view")
      response
        .setHeader("content-type", "text/html")
        .setHeader("content-security-policy", policyOf(view.csp))
        .end(view.html);
    else
      response
        .setHeader("content-type", "text/html")
        .end(
          `<!doctype html><title>Agent</title><iframe sandbox="allow-scripts" style="width: 480px; border: 1px solid gray"></iframe><script type="module" src="/host.js"></script>`,
        );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // The server listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Returns the policy that the specification requires of hosts. */
function policyOf({ resourceDomains = [], frameDomains = [] }: ServedView["csp"]): string {
  const resources = resourceDomains.join(" ");
  return [
    "default-src 'none'",
    `script-src 'self' 'unsafe-inline' ${resources}`,
    `style-src 'self' 'unsafe-inline' ${resources}`,
    `img-src 'self' data: ${resources}`,
    `font-src 'self' ${resources}`,
    `media-src 'self' data: ${resources}`,
    "connect-src 'none'",
    `frame-src ${frameDomains.join(" ") || "'none'"}`,
    "object-src 'none'",
    "base-uri 'self'",
  ].join("; ");
}

async function buildHost(): Promise<string> {
  // A virtual file; resolving it here finds this package's dependencies.
  const entry = join(import.meta.dirname, "agent-host-page.ts");
  // Without watch mode and with a single output, the build returns one output.
  const output = (await build({
    configFile: false,
    logLevel: "error",
    plugins: [
      {
        name: "agent-host-page",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
    build: { write: false, rollupOptions: { input: entry } },
  })) as Rollup.RollupOutput;
  return output.output[0].code;
}
