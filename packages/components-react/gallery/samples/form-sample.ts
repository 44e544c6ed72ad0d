import type { Sample } from "./sample.ts";

export const formSample: Sample = {
  componentId: "form",
  title: "Inputs and bindings",
  state: { notify: ["mail"], plan: "team" },
  render: () => ({
    type: "configuration",
    children: [
      {
        type: "input",
        label: "Name",
        hint: "Shown to everybody in the organization.",
        element: { type: "textinput", state: "name", initialValue: "Ada Lovelace" },
      },
      { type: "markdown", content: { $state: "name" } },
      {
        type: "hstack",
        align: "start",
        children: [
          {
            type: "box",
            grow: 1,
            children: [
              {
                type: "input",
                label: "Mail",
                element: {
                  type: "textinput",
                  state: "mail",
                  inputType: "email",
                  placeholder: "ada@example.com",
                },
              },
            ],
          },
          {
            type: "box",
            grow: 1,
            children: [
              {
                type: "input",
                label: "Token",
                element: {
                  type: "textinput",
                  state: "token",
                  inputType: "password",
                  initialValue: "not a token",
                },
              },
            ],
          },
        ],
      },
      {
        type: "input",
        label: "About",
        element: { type: "textinput", state: "about", multiline: true, placeholder: "A few words" },
      },
      {
        type: "input",
        label: "Digest",
        hint: "One message a day instead of one for every event.",
        element: { type: "switch", state: "digest", initialValue: true },
      },
      {
        type: "input",
        label: "By mail",
        hint: "To the address above.",
        element: { type: "checkbox", state: "notify", value: "mail" },
      },
      { type: "input", label: "In the app", element: { type: "checkbox", state: "notify", value: "app" } },
      { type: "divider" },
      { type: "input", label: "Team plan", element: { type: "radio", state: "plan", value: "team" } },
      { type: "input", label: "Scale plan", element: { type: "radio", state: "plan", value: "scale" } },
    ],
  }),
};
