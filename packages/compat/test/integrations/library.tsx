// Written for GitBook: a router, a signed webhook, a block with Markdown, and much of the client.
import { GitBookAPI } from "@gitbook/api";
import {
  createComponent,
  createIntegration,
  ExposableError,
  type RuntimeContext,
  type RuntimeEnvironment,
} from "@gitbook/runtime";
import { json, Router } from "itty-router";

type LibraryContext = RuntimeContext<RuntimeEnvironment<{ secret?: string; shelf?: string }>>;

async function signatureOf(secret: string, body: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, [
    "sign",
  ]);
  const signature = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(body));
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const book = createComponent<
  { content?: string; url?: string },
  { open: boolean; note: string },
  { action: "toggle" } | { action: "save"; note: string },
  LibraryContext
>({
  componentId: "book",
  initialState: { open: false, note: "" },
  action: async (element, action) => {
    switch (action.action) {
      case "@link.unfurl":
        return { props: { ...element.props, url: action.url, content: "unfurled" } };
      case "toggle":
        return { ...element, state: { ...element.state, open: !element.state.open } };
      case "save":
        return { ...element, state: { ...element.state, note: action.note } };
    }
  },
  render: async (element, context) => (
    <block controls={[{ label: "Toggle", onPress: { action: "toggle" } }]}>
      <vstack>
        <markdown
          content={`**${element.props.content ?? "empty"}** on ${context.environment.installation?.configuration.shelf}`}
        />
        {element.state.open ? (
          <hstack>
            <textinput state="note" initialValue={element.state.note} />
            <button label="Save" onPress={{ action: "save", note: element.dynamicState("note") }} />
          </hstack>
        ) : (
          <divider size="medium" />
        )}
      </vstack>
    </block>
  ),
});

export default createIntegration<LibraryContext>({
  components: [book],
  fetch: async (request, context) => {
    const { installation, apiEndpoint, apiTokens, integration } = context.environment;
    const { pathname } = new URL(installation?.urls.publicEndpoint ?? integration.urls.publicEndpoint);
    const router = Router({ base: pathname === "/" ? "" : pathname });
    router.post("/webhook", async (received) => {
      const body = await received.text();
      const expected = await signatureOf(installation?.configuration.secret ?? "", body);
      if (received.headers.get("x-signature") !== expected) throw new ExposableError("Wrong signature", 401);
      await context.api.integrations.queueIntegrationTask(integration.name, {
        task: { type: "shelve", shelf: JSON.parse(body).shelf },
      });
      return json({ accepted: true });
    });
    router.get("/spaces/:space", async ({ params: { space } }) => {
      const api = new GitBookAPI({ endpoint: apiEndpoint, authToken: apiTokens.installation });
      const { data: found } = await api.spaces.searchSpaceContent(space, { query: "tea", limit: 5 });
      const { data: current } = await api.spaces.getCurrentRevision(space);
      const { data: revision } = await api.spaces.getRevisionById(space, current.id);
      const { path } = revision.pages[0];
      const { data: page } = await api.spaces.getPageInRevisionByPath(space, current.id, path, {
        format: "markdown",
      });
      const same = await api.spaces.getPageInRevisionById(space, current.id, page.id);
      const { data: renamed } = await api.spaces.updateSpaceById(space, { title: "Renamed" });
      return json({
        found: found.items.length,
        page: page.markdown,
        same: same.data.id === page.id,
        title: renamed.title,
      });
    });
    return router.fetch(request);
  },
  events: {},
  task: async ({ shelf }: { type: string; shelf: string }, { api, environment }) => {
    const { id, configuration } = environment.installation!;
    await api.integrations.updateIntegrationInstallation(environment.integration.name, id, {
      configuration: { ...configuration, shelf },
    });
  },
});
