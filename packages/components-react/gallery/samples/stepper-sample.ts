import { type Sample, toText } from "./sample.ts";

export const stepperSample: Sample = {
  componentId: "stepper",
  title: "Stepper",
  state: { step: "channel" },
  act: (state, { action, step }) => (action === "go" && step !== undefined ? { ...state, step } : state),
  render: ({ step }) => ({
    type: "configuration",
    children: [
      {
        type: "stepper",
        activeStep: toText(step),
        onStepChange: { action: "go" },
        onComplete: { action: "done" },
        children: [
          {
            type: "step",
            id: "account",
            title: "Connect",
            children: [
              { type: "button", label: "Connect the account", icon: "link", onPress: { action: "connect" } },
            ],
          },
          {
            type: "step",
            id: "channel",
            title: "Choose a channel",
            next: "Continue",
            children: [
              {
                type: "input",
                label: "Channel",
                element: { type: "textinput", state: "channel", placeholder: "general" },
              },
            ],
          },
          {
            type: "step",
            id: "review",
            title: "Review",
            children: [{ type: "text", children: ["Everything is in place."] }],
          },
        ],
      },
    ],
  }),
};
