import { createServer, type IncomingMessage } from "node:http";

// A process that responds to every POST with 200 and prints its URL. Bodies posted to `/timed` contain the
// time they were enqueued as `at`; a GET returns how long each took to arrive, once. `/slow` responds after a
// while, `/dead` never.

const slowMilliseconds = 40;

let latencies: number[] = [];

const server = createServer((request, response) => {
  if (request.method === "GET") {
    response.end(JSON.stringify(latencies));
    latencies = [];
    return;
  }
  const timed = request.url === "/timed";
  if (timed) void noteLatency(request);
  else request.resume();
  if (request.url === "/dead") return;
  const respond = (): void => {
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  };
  request.on("end", () => (request.url === "/slow" ? setTimeout(respond, slowMilliseconds) : respond()));
});

async function noteLatency(request: IncomingMessage): Promise<void> {
  const arrived = Date.now();
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { at }: { at: number } = JSON.parse(Buffer.concat(chunks).toString());
  latencies.push(arrived - at);
}

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) console.log(`http://127.0.0.1:${address.port}`);
});
process.stdin.on("end", () => process.exit()).resume();
