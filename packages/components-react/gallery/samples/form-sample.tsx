/** @jsxImportSource @plugboard/components */
import { createComponent } from "@plugboard/components";
import type { Sample } from "./sample.ts";

interface FormState {
  readonly name: string;
  readonly notify: readonly string[];
  readonly plan: string;
}

export const formSample: Sample = {
  title: "Inputs and bindings",
  component: createComponent({
    componentId: "form",
    initialState: (): FormState => ({ name: "Ada Lovelace", notify: ["mail"], plan: "team" }),
    render: (element) => (
      <configuration>
        <input
          label="Name"
          hint="Shown to everybody in the organization."
          element={<textinput state="name" />}
        />
        <markdown content={element.dynamicState("name")} />
        <hstack align="start">
          <box grow={1}>
            <input
              label="Mail"
              element={<textinput state="mail" inputType="email" placeholder="ada@example.com" />}
            />
          </box>
          <box grow={1}>
            <input
              label="Token"
              element={<textinput state="token" inputType="password" initialValue="not a token" />}
            />
          </box>
        </hstack>
        <input label="About" element={<textinput state="about" multiline placeholder="A few words" />} />
        <input
          label="Digest"
          hint="One message a day instead of one for every event."
          element={<switch state="digest" initialValue={true} />}
        />
        <input
          label="By mail"
          hint="To the address above."
          element={<checkbox state="notify" value="mail" />}
        />
        <input label="In the app" element={<checkbox state="notify" value="app" />} />
        <divider />
        <input label="Team plan" element={<radio state="plan" value="team" />} />
        <input label="Scale plan" element={<radio state="plan" value="scale" />} />
      </configuration>
    ),
  }),
};
