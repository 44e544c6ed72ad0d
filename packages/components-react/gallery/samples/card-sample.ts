import type { Sample } from "./sample.ts";

/** A sample whose picture is the gallery's own. */
export const createCardSample = (pictureUrl: string): Sample => ({
  componentId: "cards",
  title: "Cards, stacks and images",
  state: {},
  render: () => ({
    type: "block",
    children: [
      {
        type: "card",
        title: "general",
        hint: "1,204 members",
        icon: "hash",
        buttons: [
          { type: "button", icon: "settings", tooltip: "Settings", onPress: { action: "settings" } },
          { type: "button", label: "Join", style: "primary", onPress: { action: "join" } },
        ],
        children: [],
      },
      {
        type: "card",
        title: "Open the quarterly report",
        hint: { type: "hint", children: ["The whole card is a button"] },
        icon: "file",
        onPress: { action: "open" },
        children: [],
      },
      {
        type: "card",
        title: "At the lake",
        icon: { type: "image", source: { url: pictureUrl }, aspectRatio: 1 },
        children: [
          { type: "image", source: { url: pictureUrl }, aspectRatio: 16 / 7 },
          {
            type: "hstack",
            children: [
              { type: "box", grow: 1, children: [{ type: "hint", children: ["Taken in the evening"] }] },
              { type: "button", label: "Download", icon: "download", onPress: { action: "download" } },
            ],
          },
        ],
      },
      {
        type: "vstack",
        align: "center",
        children: [
          { type: "text", style: "bold", children: ["Nothing else here"] },
          { type: "hint", children: ["A stack may be centred."] },
        ],
      },
    ],
  }),
});
