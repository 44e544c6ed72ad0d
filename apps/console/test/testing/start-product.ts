import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Rollup } from "vite";

const consoleRoot = fileURLToPath(new URL("../..", import.meta.url));
// A virtual file; resolving it inside the console finds the console's dependencies.
const entry = join(consoleRoot, "src", "product.ts");
const source = `
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { EmbeddedPart, WebhookPortal } from "@plugboard/components-react/portal";
const root = createRoot(document.getElementById("root"));
const onExpired = () => { document.title = "Expired"; };
window.show = (props) => root.render(createElement(WebhookPortal, { ...props, onExpired }));
// The test exposes getToken, in place of a request to the product's server.
window.embed = (props) => root.render(createElement(EmbeddedPart, { ...props, onExpired, getToken: window.getToken }));
`;

/** A third-party product that embeds the portal. */
export interface Product {
  readonly origin: string;
  /** An origin of the same page on another site than the console's. */
  readonly otherSite: string;
  readonly close: () => void;
}

const page = `<!doctype html><title>Product</title><div id="root" style="height: 900px"></div>
<script type="module" src="/product.js"></script>`;

async function buildProduct(): Promise<string> {
  // With NODE_ENV=test, React would be built for development.
  const environment = process.env["NODE_ENV"];
  process.env["NODE_ENV"] = "production";
  const built = await build({
    root: consoleRoot,
    configFile: false,
    logLevel: "error",
    resolve: { conditions: ["@plugboard/source", "module", "browser"] },
    plugins: [
      {
        name: "product",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
    build: { write: false, rollupOptions: { input: entry } },
  });
  process.env["NODE_ENV"] = environment;
  // A single input without watch mode produces a single output.
  const { output } = built as Rollup.RollupOutput;
  return output[0].code;
}

let script: Promise<string> | undefined;

/** Serves a product's page on loopback, which renders the portal on `show(props)` and a part on `embed(props)`. Its first visit builds it. */
export async function startProduct(): Promise<Product> {
  const server = createServer((request, response) => {
    void serve(request.url === "/product.js", response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // The server listens on TCP.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    otherSite: `http://app.localhost:${port}`,
    close: () => void server.close(),
  };
}

async function serve(isScript: boolean, response: ServerResponse): Promise<void> {
  script ??= buildProduct();
  response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
  response.end(isScript ? await script : page);
}
