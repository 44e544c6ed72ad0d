import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Rollup } from "vite";

const consoleRoot = fileURLToPath(new URL("../../../console", import.meta.url));
// A virtual file; resolving it inside the console finds the console's dependencies.
const entry = join(consoleRoot, "src", "product.ts");
const source = `
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { WebhookPortal } from "@plugboard/components-react/portal";
const root = createRoot(document.getElementById("root"));
const onExpired = () => { document.title = "Expired"; };
window.show = (props) => root.render(createElement(WebhookPortal, { ...props, onExpired }));
`;

/** A third-party product that embeds the portal. */
export interface Product {
  readonly origin: string;
  readonly close: () => void;
}

const page = `<!doctype html><title>Product</title><div id="root" style="height: 900px"></div>
<script type="module" src="/product.js"></script>`;

/** Builds the script of a page that renders the portal on `show(props)`. */
export async function buildProduct(): Promise<string> {
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

/** Serves a product's page on loopback. */
export async function startProduct(script: string): Promise<Product> {
  const server = createServer(({ url }, response) => {
    const isScript = url === "/product.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? script : page);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // The server listens on TCP.
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
