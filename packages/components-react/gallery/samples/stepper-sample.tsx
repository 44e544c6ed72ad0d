/** @jsxImportSource @plugboard/components */
import { createComponent } from "@plugboard/components";
import type { Sample } from "./sample.ts";

type Go = { readonly action: "go"; readonly step: string };
type Done = { readonly action: "done" };

export const stepperSample: Sample = {
  title: "Stepper",
  component: createComponent<object, { readonly step: string }, Go | Done>({
    componentId: "stepper",
    initialState: { step: "channel" },
    action: async ({ state }, action) =>
      action.action === "go" ? { state: { ...state, step: action.step } } : {},
    render: ({ state }) => (
      <configuration>
        <stepper activeStep={state.step} onStepChange={{ action: "go" }} onComplete={{ action: "done" }}>
          <step id="account" title="Connect">
            <button label="Connect the account" icon="link" onPress={{ action: "connect" }} />
          </step>
          <step id="channel" title="Choose a channel" next="Continue">
            <input label="Channel" element={<textinput state="channel" placeholder="general" />} />
          </step>
          <step id="review" title="Review">
            <text>Everything is in place.</text>
          </step>
        </stepper>
      </configuration>
    ),
  }),
};
