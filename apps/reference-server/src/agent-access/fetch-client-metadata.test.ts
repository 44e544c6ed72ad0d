import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { type ClientMetadataClient, createClientMetadataClient } from "./fetch-client-metadata.ts";

type Options = Parameters<typeof createClientMetadataClient>[0];

/** Serves a document on loopback, and returns its port and the number of requests. */
async function serveDocument(): Promise<{ readonly port: number; readonly requests: () => number }> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    if (request.url === "/moved") return response.writeHead(302, { location: "/client.json" }).end();
    if (request.url === "/large") return response.end("x".repeat(100_000));
    return response
      .writeHead(200, { "content-type": "application/json", "cache-control": "max-age=60" })
      .end('{"client_name":"Test"}');
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  // The server listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo;
  return { port, requests: () => requests };
}

function create(options: Options): ClientMetadataClient {
  const client = createClientMetadataClient(options);
  onTestFinished(client.close);
  return client;
}

const toLoopback: Options = { lookup: async () => [{ address: "127.0.0.1", family: 4 }] };

describe("the metadata documents of agents", () => {
  it("aren't read from private addresses", async () => {
    const { port, requests } = await serveDocument();
    const urls = [
      `https://127.0.0.1:${port}/client.json`,
      `https://agent.example.com:${port}/client.json`,
      "https://[::1]/client.json",
      "https://169.254.169.254/latest/meta-data",
    ];
    for (const url of urls)
      await expect(create(toLoopback).fetch(url)).rejects.toThrow("not on the public internet");
    expect(requests()).toBe(0);
  });

  it("are read from hosts with public addresses, without following redirects", async () => {
    const { port } = await serveDocument();
    // Stands in for a public address, because tests only reach loopback.
    const client = create({ ...toLoopback, allowNetworks: ["127.0.0.0/8"] });
    const response = await client.fetch(`http://agent.example.com:${port}/client.json`);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "max-age=60"]);
    expect(await response.json()).toEqual({ client_name: "Test" });
    expect((await client.fetch(`http://agent.example.com:${port}/moved`)).status).toBe(302);
    await expect(client.fetch(`http://agent.example.com:${port}/large`)).rejects.toThrow("too large");
  });
});
