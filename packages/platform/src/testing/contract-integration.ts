import { createIntegration, type Integration } from "@plugboard/runtime";

/** What the runner contract calls: an integration whose behavior is chosen by the last part of the path of a `fetch` event. */
export const contractIntegration: Integration = createIntegration({
  events: { site_view: () => {} },
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
    // Longer than any deadline of the contract. Where nothing is left to wait for, some hosts end a request by themselves.
    if (name === "never") await new Promise((resolve) => setTimeout(resolve, 30_000));
    return new Response("not found", { status: 404 });
  },
});
