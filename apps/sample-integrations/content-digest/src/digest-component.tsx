import { createComponent } from "@plugboard/components";
import type { IntegrationContext } from "@plugboard/runtime";
import { readDigest } from "./read-digest.ts";

const shortList = 2;

/** Includes the time zone, since the reader's is unknown. */
const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** Shows the space's most recently changed pages, or all after a click on the button. */
export const digest = createComponent({
  componentId: "digest",
  initialState: () => ({ all: false }),
  action: async (element, action) => {
    switch (action.action) {
      case "toggle":
        return { state: { all: !element.state.all } };
      default:
        return {};
    }
  },
  render: async (element, context: IntegrationContext) => {
    const { spaceId } = element.context;
    if (spaceId === undefined)
      return (
        <block>
          <hint>This block works only on pages of a space.</hint>
        </block>
      );
    const pages = await readDigest(context.api, spaceId);
    const shown = element.state.all ? pages : pages.slice(0, shortList);
    return (
      <block>
        <text style="bold">{`${pages.length} pages, newest change first`}</text>
        {shown.map((page) => (
          <card title={page.title} hint={`changed ${moment.format(new Date(page.updatedAt))} UTC`} />
        ))}
        <button label={element.state.all ? "Show fewer" : "Show all"} onPress={{ action: "toggle" }} />
      </block>
    );
  },
});
