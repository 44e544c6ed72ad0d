import { describe, expect, it } from "vitest";
import { agentDocument, setUpAgents } from "../fixtures/set-up-agents.fixture.ts";

const host = "https://agent.example.com";

/** Documents of agents by path, with response headers. */
const documents: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/old.json": { "cache-control": "max-age=0" },
  "/private.json": { "cache-control": "private, no-store" },
  "/aged.json": { "cache-control": "max-age=3600", age: "3600", date: "Mon, 02 Mar 2026 10:00:00 GMT" },
  "/expired.json": { expires: "0" },
  "/varying.json": { vary: "*" },
};

/** Looks like a Latin name, but starts with a Cyrillic letter. */
const lookalike = "https://\u0430gent.example.com/client.json";
const lookalikeAddress = new URL(lookalike).href;

function serveDocument(url: string): Response {
  if (url === lookalikeAddress)
    return Response.json({ ...agentDocument, client_id: lookalike, client_name: "\u202e \u{e0041}" });
  const { pathname, origin } = new URL(url);
  if (origin !== host) return new Response(null, { status: 404 });
  return Response.json(
    { ...agentDocument, client_id: url, scope: "openid agent:tools:read" },
    { headers: documents[pathname] ?? {} },
  );
}

describe("the documents of agents", () => {
  const { fetched, ada, connect, list, authorize, ownAddress } = setUpAgents("SQLite", serveDocument);

  it.each(Object.keys(documents))(
    "are read once per sign-in, even if they can't be cached: %s",
    async (path) => {
      const client = `${host}${path}`;
      const { access_token: token } = await connect(ada(), { client });
      expect((await list(token)).status).toBe(200);
      expect(fetched.filter((url) => url === client)).toHaveLength(1);
    },
  );

  it("are shown by their ASCII address", async () => {
    const { location } = await authorize(ada(), { client_id: lookalike });
    const request = { oauth_query: location?.search.slice(1) };
    expect((await ada().post("/auth/agents/requests/read", request)).body).toMatchObject({
      client: { address: lookalikeAddress, name: lookalikeAddress },
    });
    expect(lookalikeAddress).toContain("xn--");
  });

  it("can be read while others request many documents", async () => {
    for (let caller = 0; caller < 6; caller += 1) {
      const address = ownAddress();
      await Promise.all(
        Array.from({ length: 30 }, (_, index) => {
          const origin = index % 2 === 0 ? host : `https://host-${caller}-${index}.example`;
          return authorize(ada(), { client_id: `${origin}/${caller}-${index}.json` }, address);
        }),
      );
    }
    const { access_token: token } = await connect(ada(), { client: `${host}/last.json` });
    expect((await list(token)).status).toBe(200);
  });
});
