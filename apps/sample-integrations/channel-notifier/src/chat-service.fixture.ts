import type { Service } from "@plugboard/testing";
import { createOAuthProvider, type OAuthProvider } from "@plugboard/testing/oauth-provider";

/** Where the chat of the tests is. */
export const chatOrigin = "https://chat.example";

/** A chat in memory: an OAuth provider with two channels. */
export interface ChatService {
  readonly provider: OAuthProvider;
  /** The messages it took. */
  readonly messages: readonly unknown[];
  /** Responds to the next messages like this, instead of taking them. */
  failNext(...responses: readonly Service[]): void;
  readonly fetch: Service;
}

/** Makes a chat whose access tokens live for so many seconds. */
export function createChatService(accessTokenSeconds = 3600): ChatService {
  const provider = createOAuthProvider({ issuer: chatOrigin, accessTokenSeconds });
  const messages: unknown[] = [];
  const failures: Service[] = [];
  const endpoints: Readonly<Record<string, Service>> = {
    "GET /channels": () =>
      Response.json([
        { id: "C1", name: "docs" },
        { id: "C2", name: "random" },
      ]),
    "POST /messages": async (request) => {
      const failure = failures.shift();
      if (failure !== undefined) return failure(request);
      messages.push(await request.json());
      return new Response(null, { status: 204 });
    },
  };
  return {
    provider,
    messages,
    failNext: (...responses) => void failures.push(...responses),
    fetch: (request) => {
      const endpoint = endpoints[`${request.method} ${new URL(request.url).pathname}`];
      if (endpoint === undefined) return provider.fetch(request);
      const token = request.headers.get("authorization")?.slice("Bearer ".length) ?? "";
      return provider.isActive(token) ? endpoint(request) : new Response(null, { status: 401 });
    },
  };
}
