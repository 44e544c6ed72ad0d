import type { Service } from "@plugboard/testing";
import { createOAuthProvider, type OAuthProvider } from "@plugboard/testing/oauth-provider";

/** The origin of the test chat. */
export const chatOrigin = "https://chat.example";

/** An in-memory chat: an OAuth provider with two channels. */
export interface ChatService {
  readonly provider: OAuthProvider;
  /** The received messages. */
  readonly messages: readonly unknown[];
  /** Responds to the next messages with these responses instead of accepting them. */
  failNext(...responses: readonly Service[]): void;
  readonly fetch: Service;
}

/** Creates a chat whose access tokens are valid for this many seconds. */
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
