// Written for GitBook: modules imported by path, a workspace package, a router with a signed webhook, a
// block, tasks, and calls that store settings the manifest doesn't declare.
import { type GitBookAPI, GitBookAPIError, IntegrationInstallationStatus } from "@gitbook/api";
import {
  createIntegration,
  EventCallback,
  ExposableError,
  type FetchEventCallback,
  Logger,
  type RuntimeContext,
  type RuntimeEnvironment,
} from "@gitbook/runtime";
import { formatNote } from "@notes/shared";
import { error, IRequest, Router, withParams } from "itty-router";
import { note } from "~/note";
import frame from "./frame.raw.html";
import { isValidSignature } from "~/signature";

export interface NotesConfiguration {
  channel?: string;
  notes?: string[];
  cursor?: { revision: string };
}
export type NotesContext = RuntimeContext<RuntimeEnvironment<NotesConfiguration>>;

const logger = Logger("notes");

async function store(api: GitBookAPI, { environment }: NotesContext, notes: string[], revision: string) {
  const installation = environment.installation!;
  await api.integrations.updateIntegrationInstallation(environment.integration.name, installation.id, {
    configuration: {
      ...installation.configuration,
      notes: [...(installation.configuration.notes ?? []), ...notes],
      cursor: { revision },
    },
    externalIds: [`channel-${installation.configuration.channel}`],
  });
}

const handleContentUpdated: EventCallback<"space_content_updated", NotesContext> = async (event, context) => {
  const { api, environment } = context;
  if (environment.installation?.status !== IntegrationInstallationStatus.Active) return;
  const { data: space } = await api.spaces.getSpaceById(event.spaceId);
  const { data } = await api.spaces.getRevisionSemanticChanges(event.spaceId, event.revisionId, { limit: 5 });
  const notes = data.changes.map((change) =>
    formatNote(change.type, "page" in change ? change.page.title : "?", event.updatedBy.length),
  );
  logger.info(`${notes.length} changes in ${space.title}`, space.urls.published ?? space.urls.app);
  await store(api, context, [...notes, new URL(space.urls.location).pathname], event.revisionId);
};

const handleDeleted: EventCallback<"space_installation_deleted", NotesContext> = async (event, context) => {
  await store(
    context.api,
    context,
    [`left with ${event.previous.configuration?.folder ?? "nothing"}`],
    "none",
  );
};

const handleFetch: FetchEventCallback<NotesContext> = async (request, context) => {
  const { environment, api } = context;
  const router = Router({
    base: new URL(
      environment.installation?.urls.publicEndpoint ?? environment.integration.urls.publicEndpoint,
    ).pathname,
  });
  router.all("*", withParams);
  router.post("/webhook", async (received: Request) => {
    const body = await received.text();
    const signature = received.headers.get("x-notes-signature") ?? "";
    if (!(await isValidSignature(environment.secrets.WEBHOOK_SECRET, body, signature)))
      return error(401, "Wrong signature");
    const { data } = await api.integrations.listIntegrationInstallations(environment.integration.name, {
      externalId: JSON.parse(body).channel,
    });
    await context.integration.queueTask({ task: { type: "note", text: `${data.items.length} found` } });
    return new Response(null, { status: 202 });
  });
  router.get("/frame", () => new Response(frame, { headers: { "Content-Type": "text/html" } }));
  router.get("/status", async () =>
    Response.json({ ...environment.installation?.configuration, secret: environment.secrets.WEBHOOK_SECRET }),
  );
  router.get("/folder/:space", async ({ space }: IRequest) => {
    const { id } = environment.installation!;
    await api.integrations.updateIntegrationSpaceInstallation(environment.integration.name, id, space, {
      configuration: { folder: "docs" },
    });
    return Response.json({ folder: "docs" });
  });
  router.get("/ask/:site", async ({ site, query }: IRequest) => {
    const answers: string[] = [];
    const stream = api.orgs.streamAskInSite(
      environment.installation!.target.organization,
      site,
      { question: String(query.q), scope: { mode: "default" } },
      { format: "markdown" },
    );
    for await (const { answer } of stream)
      answers.push("markdown" in answer.answer! ? answer.answer.markdown : "", String(answer.sources.length));
    const { data } = await api.orgs.askInOrganization(
      environment.installation!.target.organization,
      { query: String(query.q) },
      { format: "document" },
    );
    const document = data.answer?.answer;
    return Response.json([
      ...answers,
      document && "document" in document ? document.document.nodes.length : 0,
    ]);
  });
  router.get("/content", async ({ query }: IRequest) => {
    const organization = environment.installation!.target.organization;
    const { data: spaces } = await api.orgs.listSpacesInOrganizationById(organization);
    const { data: content } = await api.urls.getContentByUrl({ url: String(query.url) });
    // From an older version of the client.
    await (api.orgs as any).ingestConversation(organization, [
      {
        id: "c1",
        parts: [
          { type: "message", role: "user", body: "Hot?" },
          { type: "message", role: "team-member", body: "Yes" },
        ],
      },
    ]);
    return Response.json({
      spaces: spaces.items.map((space) => space.id),
      space: "space" in content && content.space.id,
      page: "space" in content && content.page?.path,
    });
  });
  router.get("/git/:space/:direction", async ({ space, direction }: IRequest) => {
    const url = "https://bot:pass%40word@127.0.0.1:9/docs.git";
    const repository = { url, ref: "refs/heads/next", repoProjectDirectory: "./docs/" };
    if (direction === "import") await api.spaces.importGitRepository(space, { ...repository, force: true });
    else await api.spaces.exportToGitRepository(space, { ...repository, commitMessage: "Export" });
    return new Response(null, { status: 204 });
  });
  router.get("/refused", async () => {
    try {
      await api.spaces.importGitRepository("spc_none", {
        url: "https://git.example/a.git",
        ref: "refs/heads/main",
      });
    } catch (failure) {
      if (failure instanceof GitBookAPIError) throw new ExposableError(`refused ${failure.code}`, 418);
      throw failure;
    }
  });
  return (await router.fetch(request)) ?? new Response("Nothing here", { status: 404 });
};

export default createIntegration<NotesContext>({
  fetch: handleFetch,
  components: [note],
  events: {
    space_content_updated: [handleContentUpdated],
    space_installation_deleted: handleDeleted,
  },
  task: async (task: { type: string; text: string }, context) => {
    await store(context.integration.api, context, [`task: ${task.text}`], "task");
  },
});
