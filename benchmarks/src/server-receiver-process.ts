import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";

// A process that receives webhooks and records their arrival times. It sends its URL to its parent at the
// start, and for every message the arrivals since the previous one.

let arrivals: [referrer: string, time: number][] = [];

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const payload: unknown = await json(request);
  const time = performance.timeOrigin + performance.now();
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
  if (typeof payload !== "object" || payload === null || !("referrer" in payload)) return;
  arrivals.push([String(payload.referrer), time]);
}

const server = createServer((request, response) => void take(request, response));

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) process.send?.(`http://127.0.0.1:${address.port}`);
});
process.on("message", () => {
  process.send?.(arrivals);
  arrivals = [];
});
process.on("disconnect", () => process.exit());
