import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** A page of another product on `localhost`, which is another site than the tracker's `127.0.0.1`. */
export interface EmbeddingHost {
  readonly origin: string;
  readonly close: () => void;
}

/** Starts a page that embeds a part. `createToken` returns the response to the page's request for a token. */
export async function startHost(createToken: (origin: string) => Promise<object>): Promise<EmbeddingHost> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("../../web/host-page.fixture.tsx", import.meta.url))],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2024",
    jsx: "automatic",
    conditions: ["@plugboard/source"],
  });
  const script = outputFiles[0]?.text ?? "";
  const html = '<!doctype html><main></main><script type="module" src="/host.js"></script>';
  const server = createServer(({ url }, response) => {
    const send = (type: string, text: string) => response.setHeader("content-type", type).end(text);
    if (url === "/host.js") send("text/javascript", script);
    else if (url !== "/token") send("text/html", html);
    else
      createToken(origin).then(
        (token) => send("application/json", JSON.stringify(token)),
        () => response.writeHead(503).end(),
      );
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  const origin = `http://localhost:${typeof address === "object" ? address?.port : ""}`;
  return {
    origin,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
