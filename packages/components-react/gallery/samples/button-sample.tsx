/** @jsxImportSource @plugboard/components */
import { createComponent } from "@plugboard/components";
import type { Sample } from "./sample.ts";

const deletion = {
  title: "Delete this channel?",
  text: "Its history is deleted for everyone. This can't be undone.",
  confirm: "Delete channel",
  style: "danger",
} as const;

export const buttonSample: Sample = {
  title: "Buttons, tooltips and questions",
  component: createComponent({
    componentId: "buttons",
    initialState: { count: 0 },
    action: async ({ state }, { action }) => (action === "add" ? { state: { count: state.count + 1 } } : {}),
    render: ({ state }) => (
      <block
        controls={[
          { label: "Refresh", icon: "refresh", onPress: { action: "refresh" } },
          { label: "Settings", icon: "settings", onPress: { action: "settings" } },
          { label: "Delete", icon: "trash", onPress: { action: "delete" }, confirm: deletion },
        ]}
      >
        <text>Pressed {state.count} times</text>
        <hstack>
          <button label="Add one" style="primary" icon="plus" onPress={{ action: "add" }} />
          <button label="Open" trailingIcon="link-external" onPress={{ action: "open" }} />
          <button
            label="Delete"
            style="danger"
            icon="trash"
            onPress={{ action: "delete" }}
            confirm={deletion}
          />
          <button icon="copy" tooltip="Copy the address" onPress={{ action: "copy" }} />
          <button label="Fail" onPress={{ action: "fail" }} />
          <button label="Not now" disabled onPress={{ action: "never" }} />
        </hstack>
      </block>
    ),
  }),
};
