import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  auth,
  createMCPClient,
  type OAuthAuthorizationServerInformation,
  type OAuthClientProvider,
  UnauthorizedError,
} from "@ai-sdk/mcp";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  agentDocument,
  clientId,
  redirectUri,
  setUpAgents,
  urlSchema,
} from "../../../apps/reference-server/src/fixtures/set-up-agents.fixture.ts";

const run = promisify(execFile);
const inspector = createRequire(import.meta.url).resolve(
  "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
);

describe("other people's MCP clients", () => {
  const { urlOf, ada, adaId, connect, decide } = setUpAgents("SQLite");

  it("list and call tools with a token: MCP Inspector", async () => {
    const { access_token: token } = await connect(ada());
    const home = await mkdtemp(join(tmpdir(), "inspector-"));
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    const call = async (...args: readonly string[]) => {
      const { stdout } = await run(
        process.execPath,
        [
          inspector,
          "--cli",
          urlOf(),
          "--transport",
          "http",
          "--header",
          `Authorization: Bearer ${token}`,
          ...args,
        ],
        { env: { PATH: process.env["PATH"], HOME: home }, cwd: home },
      );
      return stdout;
    };
    expect(await call("--method", "tools/list")).toContain('"titles__whoami"');
    const called = await call("--method", "tools/call", "--tool-name", "titles__whoami");
    expect(called).toContain(adaId());
  });

  it("sign in, list and call tools: AI SDK", async () => {
    let authorizationUrl = "";
    let verifier = "";
    let issuer: OAuthAuthorizationServerInformation | undefined;
    let saved: Awaited<ReturnType<OAuthClientProvider["tokens"]>>;
    const provider: OAuthClientProvider = {
      redirectUrl: redirectUri,
      clientMetadata: agentDocument,
      clientInformation: () => ({ client_id: clientId }),
      authorizationServerInformation: () => issuer,
      saveAuthorizationServerInformation: (information) => {
        issuer = information;
      },
      tokens: () => saved,
      saveTokens: (tokens) => {
        saved = tokens;
      },
      redirectToAuthorization: (url) => {
        authorizationUrl = url.href;
      },
      saveCodeVerifier: (code) => {
        verifier = code;
      },
      codeVerifier: () => verifier,
    };
    const open = async () =>
      await createMCPClient({ transport: { type: "http", url: urlOf(), authProvider: provider } });
    await expect(open()).rejects.toThrow(UnauthorizedError);
    const page = new URL(urlSchema.parse((await ada().get(authorizationUrl)).body).url);
    const { url } = urlSchema.parse((await decide(ada(), page)).body);
    const { searchParams } = new URL(url);
    const authorizationCode = searchParams.get("code") ?? "";
    const callbackIssuer = searchParams.get("iss") ?? "";
    expect(await auth(provider, { serverUrl: urlOf(), authorizationCode, callbackIssuer })).toBe(
      "AUTHORIZED",
    );
    expect(saved?.refresh_token).toMatch(/^pbr_/);

    const client = await open();
    onTestFinished(() => client.close());
    const tools = await client.tools();
    expect(Object.keys(tools)).toEqual(["titles__rename", "titles__whoami"]);
    const result: unknown = await tools["titles__whoami"]?.execute?.(
      {},
      { toolCallId: "1", messages: [], context: {} },
    );
    expect(result).toMatchObject({ structuredContent: { kind: "member", id: adaId() } });
  });
});
