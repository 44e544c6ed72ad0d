import { createIntegration, type Integration } from "@plugboard/runtime";

/**
 * The integration that the runner contract calls. The last path segment of a `fetch` event selects its
 * behavior.
 */
export const contractIntegration: Integration = createIntegration({
  events: { installation_setup: () => {} },
  fetch: async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const name = pathname.split("/").at(-1);
    if (name === "echo") {
      const headers = new Headers({ "x-received": request.headers.get("x-sent") ?? "" });
      headers.append("set-cookie", "first=1");
      headers.append("set-cookie", "second=2");
      return new Response(await request.arrayBuffer(), { status: 201, headers });
    }
    if (name === "large") return new Response("x".repeat(Number(searchParams.get("bytes"))));
    // Longer than any timeout of the contract. Without a pending timer some hosts end the request themselves.
    if (name === "never") await new Promise((resolve) => setTimeout(resolve, 30_000));
    return new Response("not found", { status: 404 });
  },
});
