/** @jsxImportSource @plugboard/components */
import { createComponent } from "@plugboard/components";
import type { Sample } from "./sample.ts";

/** Creates a sample with an image from the gallery. */
export const createCardSample = (pictureUrl: string): Sample => ({
  title: "Cards, stacks and images",
  component: createComponent({
    componentId: "cards",
    render: () => (
      <block>
        <card
          title="general"
          hint="1,204 members"
          icon="hash"
          buttons={[
            <button icon="settings" tooltip="Settings" onPress={{ action: "settings" }} />,
            <button label="Join" style="primary" onPress={{ action: "join" }} />,
          ]}
        />
        <card
          title="Open the quarterly report"
          hint={<hint>The whole card is a button</hint>}
          icon="file"
          onPress={{ action: "open" }}
        />
        <card title="At the lake" icon={<image source={{ url: pictureUrl }} aspectRatio={1} />}>
          <image source={{ url: pictureUrl }} aspectRatio={16 / 7} />
          <hstack>
            <box grow={1}>
              <hint>Taken in the evening</hint>
            </box>
            <button label="Download" icon="download" onPress={{ action: "download" }} />
          </hstack>
        </card>
        <vstack align="center">
          <text style="bold">Nothing else here</text>
          <hint>A stack may be centered.</hint>
        </vstack>
      </block>
    ),
  }),
});
