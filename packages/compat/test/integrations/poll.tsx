// Written for GitBook, without any knowledge of this platform.
import { GitBookAPI, GitBookAPIError } from "@gitbook/api";
import {
  createComponent,
  createIntegration,
  createOAuthHandler,
  ExposableError,
  type FetchEventCallback,
  getOAuthToken,
  Logger,
  type RuntimeContext,
  type RuntimeEnvironment,
} from "@gitbook/runtime";

const logger = Logger("poll");

type PollContext = RuntimeContext<RuntimeEnvironment<{ question?: string; oauth_credentials?: object }>>;

const oauth = (context: PollContext) => ({
  clientId: context.environment.secrets.CLIENT_ID,
  clientSecret: context.environment.secrets.CLIENT_SECRET,
  authorizeURL: "https://provider.test/authorize",
  accessTokenURL: "https://provider.test/token",
  redirectURL: `${context.environment.integration.urls.publicEndpoint}/oauth`,
  extractCredentials: async (response: { access_token: string; scope?: string }) => ({
    externalIds: ["team_7"],
    configuration: { oauth_credentials: { access_token: response.access_token } },
  }),
});

const poll = createComponent<
  { title?: string; votes?: number },
  { votes: number },
  { action: "vote" },
  PollContext
>({
  componentId: "poll",
  initialState: (props, renderContext, context) => {
    if (props.votes === undefined)
      logger.debug(`shown in ${renderContext.type} of ${context.environment.integration.name}`);
    return { votes: props.votes ?? 0 };
  },
  action: async (element, action) => {
    switch (action.action) {
      case "vote":
        return { state: { votes: element.state.votes + 1 } };
      case "@link.unfurl":
        return { props: { title: action.url } };
      case "@ui.modal.close":
        return { type: "complete", returnValue: { votes: element.state.votes } };
    }
  },
  render: async (element, { environment }) => {
    element.setCache({ maxAge: 60 });
    return (
      <block>
        {element.props.title ? <text>{element.props.title}</text> : null}
        <card title={environment.installation?.configuration.question} hint={null}>
          {[<text>Votes: {element.state.votes}</text>, false]}
        </card>
        <button label="Vote" onPress={{ action: "vote" }} data-legacy="kept" />
      </block>
    );
  },
});

const handleFetch: FetchEventCallback<PollContext> = async (request, context) => {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith("/oauth")) return createOAuthHandler(oauth(context))(request, context);
  if (pathname.endsWith("/token")) {
    const { configuration } = context.environment.installation!;
    return new Response(await getOAuthToken(configuration.oauth_credentials, oauth(context), context));
  }
  if (pathname.endsWith("/team")) {
    // A webhook that only knows its team: it looks up the installation and acts as it.
    const { name } = context.environment.integration;
    const { data } = await context.api.integrations.listIntegrationInstallations(name, {
      externalId: "team_7",
    });
    const client = await new GitBookAPI({
      endpoint: context.environment.apiEndpoint,
      authToken: context.environment.apiTokens.integration,
    }).createInstallationClient(name, data.items[0].id);
    const space = await client.spaces.getSpaceById("space_1");
    return Response.json({ installation: data.items[0].id, space: space.data.title, status: space.status });
  }
  if (pathname.endsWith("/ask")) {
    try {
      await context.api.orgs.listSsoProviderLoginsInOrganization("org_1");
    } catch (error) {
      if (!(error instanceof GitBookAPIError)) throw error;
      return Response.json({ code: error.code, message: error.message });
    }
  }
  throw new ExposableError("There is nothing here", 404);
};

export default createIntegration<PollContext>({
  fetch: handleFetch,
  components: [poll],
  fetch_published_script: async ({ siteId }) =>
    siteId === ""
      ? undefined
      : new Response(`poll("${siteId}")`, { headers: { "Content-Type": "application/javascript" } }),
  fetch_visitor_authentication: async (event, { environment }) =>
    Response.redirect(
      `https://login.test/?to=${event.location}&signed=${environment.signingSecrets.integration !== ""}`,
    ),
  events: {
    space_content_updated: [
      async (event, context) => {
        const { data } = await context.api.spaces.getCurrentRevision(event.spaceId);
        logger.info(`${data.pages.length} pages in ${event.revisionId}`);
        await context.integration.queueTask({ task: { type: "recount", space: event.spaceId }, schedule: 1 });
      },
      async () => {},
    ],
    page_feedback: async () => {
      throw new ExposableError("No feedback today", 422);
    },
  },
  task: async (task: { type: string; space: string }, { api, environment }) => {
    const { name } = environment.integration;
    const { id, configuration } = environment.installation!;
    await api.integrations.updateIntegrationInstallation(name, id, {
      configuration: { ...configuration, question: `${task.type} ${task.space}?` },
    });
  },
});
