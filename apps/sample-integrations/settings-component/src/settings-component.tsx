import { updateInstallation } from "@plugboard/api/routes";
import { createComponent } from "@plugboard/components";
import { IntegrationError, type IntegrationContext } from "@plugboard/runtime";
import { parseSettings, tones } from "./settings.ts";

type SettingsAction = { action: string; step?: string };

type SettingsState = {
  /** The current step. */
  readonly step: string;
  readonly message: string;
  readonly tone: string;
  readonly problem: string;
};

/** The settings page: two steps with immediate validation. */
export const settings = createComponent({
  componentId: "settings",
  initialState: (): SettingsState => ({ step: "message", message: "", tone: "", problem: "" }),
  action: async (element, { action, step }: SettingsAction, context: IntegrationContext) => {
    const { state } = element;
    const message = (state.message || current(context).message).trim();
    if (message === "") return { state: { ...state, step: "message", problem: "Enter a message first." } };
    if (action === "go") return { state: { ...state, message, problem: "", step: step ?? "message" } };
    if (action !== "save") return {};
    const { installation } = context.environment;
    if (installation === undefined) throw new IntegrationError("There is no installation", 409);
    const { tone } = parseSettings({ tone: state.tone || current(context).tone });
    // The platform stores the configuration and notifies the integration, as with the manifest's settings.
    await context.api.call(updateInstallation, {
      params: { installationId: installation.id },
      body: { configuration: { message, tone } },
    });
    return { type: "complete" };
  },
  render: async (element, context: IntegrationContext) => {
    const { message, tone } = current(context);
    const { step, problem } = element.state;
    return (
      <configuration>
        <stepper activeStep={step} onStepChange={{ action: "go" }} onComplete={{ action: "save" }}>
          <step id="message" title="Message" next="Choose a style">
            <input
              label="Message"
              hint={problem}
              element={
                <textinput state="message" initialValue={element.state.message || message} multiline />
              }
            />
          </step>
          <step id="look" title="Look" next="Save">
            {tones.map((value) => (
              <input label={value} element={<radio state="tone" value={value} />} />
            ))}
            <hint>{`Style: ${element.state.tone || tone}.`}</hint>
          </step>
        </stepper>
      </configuration>
    );
  },
});

/** The notice on a page. */
export const notice = createComponent({
  componentId: "notice",
  render: async (_element, context: IntegrationContext) => {
    const { message, tone } = current(context);
    return (
      <block>
        {message === "" ? (
          <hint>No notice yet.</hint>
        ) : (
          <card title={tone === "warning" ? "Warning" : "Notice"} hint={message} />
        )}
      </block>
    );
  },
});

function current({ environment }: IntegrationContext) {
  return parseSettings(environment.installation?.configuration);
}
