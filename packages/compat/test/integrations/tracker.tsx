// Written for GitBook: a tracker's issues as blocks, an account connected by OAuth in a component, a frame
// served by the integration, and every element.
import { type ContentKitContext, ContentKitIcon, IntegrationInstallationStatus } from "@gitbook/api";
import {
  createComponent,
  createIntegration,
  createOAuthHandler,
  ExposableError,
  type InstallationConfigurationProps,
  Logger,
  type OAuthResponse,
  type RuntimeContext,
  type RuntimeEnvironment,
} from "@gitbook/runtime";

type TrackerEnvironment = RuntimeEnvironment<{ team?: string; oauth_credentials?: { access_token: string } }>;
type TrackerContext = RuntimeContext<TrackerEnvironment>;

const logger = Logger("tracker");

const issue = createComponent<
  { url?: string; layout?: string },
  { layout: string },
  { action: "layout"; value: string } | { action: "open" },
  TrackerContext
>({
  componentId: "issue",
  initialState: (props, context: ContentKitContext) => ({
    layout: props.layout ?? (context.type === "document" && context.editable ? "edit" : "card"),
  }),
  async action(element, action) {
    switch (action.action) {
      case "@link.unfurl":
        if (!action.url.includes("/issue/")) throw new ExposableError("Not an issue");
        return { props: { url: action.url } };
      case "layout":
        return {
          ...element,
          props: { ...element.props, layout: action.value },
          state: { layout: action.value },
        };
      case "open":
        return element;
    }
  },
  async render(element, { environment }) {
    const { url } = element.props;
    const frame = new URL("frame", `${environment.installation!.urls.publicContentEndpoint}/`);
    return (
      <block
        controls={[
          [{ label: "Card", icon: ContentKitIcon.Maximize, onPress: { action: "layout", value: "card" } }],
          [{ label: "Frame", onPress: { action: "layout", value: "frame" } }],
        ]}
      >
        {element.state.layout === "frame" ? (
          <webframe
            source={{ url: frame.toString() }}
            aspectRatio={16 / 9}
            data={{ layout: element.dynamicState("layout"), url: url ?? "" }}
            buttons={[<button icon={ContentKitIcon.Edit} tooltip="Edit" onPress={{ action: "open" }} />]}
          />
        ) : (
          <card
            title={url ? `Issue ${url.split("/").pop()}` : "Issue"}
            hint={[
              <text>{environment.integration.name}</text>,
              <image source={{ url: "https://tracker.test/i.png" }} aspectRatio={1} />,
            ]}
            icon={<image source={{ url: environment.integration.urls.icon! }} aspectRatio={1} />}
            onPress={{ action: "@ui.url.open", url: url ?? "https://tracker.test" }}
            buttons={[
              <button
                icon={ContentKitIcon.Delete}
                style="danger"
                tooltip="Delete"
                confirm={{ title: "Delete", text: "Sure?", confirm: "Delete", style: "danger" }}
                onPress={{ action: "open" }}
              />,
            ]}
          />
        )}
        <link
          target={{
            url: {
              host: "tracker.test",
              pathname: "/all",
              query: { team: "A B", view: element.dynamicState("layout") },
            },
          }}
        >
          All issues
        </link>
      </block>
    );
  },
});

const configure = createComponent<
  InstallationConfigurationProps<TrackerEnvironment>,
  { step: string; team: string; notify: boolean },
  { action: "go"; step: string } | { action: "save"; team: string },
  TrackerContext
>({
  componentId: "configure",
  initialState: ({ installation }) => ({
    step: installation.configuration?.oauth_credentials ? "team" : "connect",
    team: installation.configuration?.team ?? "",
    notify: true,
  }),
  async action(element, action, { api, environment }) {
    if (action.action === "go") return { ...element, state: { ...element.state, step: action.step } };
    if (action.action !== "save") return element;
    const installation = environment.installation!;
    await api.integrations.updateIntegrationInstallation(environment.integration.name, installation.id, {
      configuration: { ...installation.configuration, team: action.team },
    });
    logger.info(`team ${action.team}, ${installation.status === IntegrationInstallationStatus.Active}`);
    return { type: "complete" };
  },
  async render(element, { environment }) {
    const { publicEndpoint } = environment.installation!.urls;
    return (
      <configuration>
        <stepper
          activeStep={element.state.step}
          onStepChange={{ action: "go", step: "team" }}
          onComplete={{ action: "save", team: element.dynamicState("team") }}
        >
          <step id="connect" title="Connect" next>
            <hint>
              <text style="bold">Connect</text> your account.
            </hint>
            <input
              label="Account"
              hint={<text>It opens the tracker.</text>}
              element={
                <button
                  style="secondary"
                  label="Connect"
                  onPress={{ action: "@ui.url.open", url: `${publicEndpoint}/oauth` }}
                />
              }
            />
          </step>
          <step id="team" title="Team">
            <input
              label="Team"
              element={
                <select
                  state="team"
                  options={{ url: { host: "tracker.test", pathname: "/teams" } }}
                  initialValue={element.state.team}
                />
              }
            />
            <input label="API" element={<select state="api" options={{ source: "openapi" }} />} />
            <input label="Notify" element={<switch state="notify" initialValue={element.state.notify} />} />
            <input label="Kind" element={<radio state="kind" value="bug" />} />
            <input label="Also" element={<checkbox state="also" value={1} />} />
            <input
              label="Code"
              element={
                <codeblock state="code" content="x" syntax="js" lineNumbers={1} footer={[<divider />]} />
              }
            />
          </step>
        </stepper>
      </configuration>
    );
  },
});

const dialog = createComponent<object, object, void, TrackerContext>({
  componentId: "dialog",
  async render() {
    return (
      <modal
        title="Issue"
        subtitle={[<text>New</text>]}
        size="xlarge"
        submit={<button label="Save" onPress={{ action: "@ui.modal.close", returnValue: {} }} />}
      >
        <vstack align="center">
          <box grow={1}>
            <textinput state="title" inputType="text" multiline={false} placeholder="Title" />
          </box>
          <hstack>
            <markdown content="**Bold**" />
            <image source={{ url: "https://tracker.test/i.png" }} aspectRatio={2} />
            <image source={{ url: undefined as unknown as string }} aspectRatio={2} />
          </hstack>
        </vstack>
      </modal>
    );
  },
});

export default createIntegration<TrackerContext>({
  components: [issue, configure, dialog],
  fetch: async (request, context) => {
    const { environment } = context;
    const path = new URL(request.url).pathname;
    if (path.endsWith("/frame"))
      return new Response("<script>window.parent.postMessage({ action: { action: 'open' } }, '*')</script>", {
        headers: { "Content-Type": "text/html" },
      });
    if (!path.endsWith("/oauth")) return new Response("Not found", { status: 404 });
    return await createOAuthHandler<OAuthResponse & { workspace: { id: string } }>(
      {
        redirectURL: `${environment.integration.urls.publicEndpoint}/oauth`,
        clientId: environment.secrets.CLIENT_ID,
        clientSecret: environment.secrets.CLIENT_SECRET,
        authorizeURL: ({ id }) => `https://provider.test/authorize?actor=${id}`,
        accessTokenURL: "https://provider.test/token",
        scopes: ["read", "write"],
        prompt: "consent",
        extractCredentials: (response) => ({
          externalIds: ["workspace"],
          configuration: { oauth_credentials: { access_token: response.access_token } },
        }),
      },
      { replace: false },
    )(request, context);
  },
});
