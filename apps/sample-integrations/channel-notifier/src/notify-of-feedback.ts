import type { PageFeedbackEvent } from "@plugboard/content/integration";
import type { EventHandler } from "@plugboard/runtime";
import { sendMessage } from "./send-message.ts";
import type { IntegrationTypes } from "./service-manifest.types.ts";

/** Posts a reader's feedback on a page to the configured channel. */
export const notifyOfFeedback: EventHandler<PageFeedbackEvent, IntegrationTypes> = async (event, context) => {
  const { installation } = context.environment;
  if (installation === undefined) return;
  const { channel } = installation.configuration;
  await sendMessage({ message: { channel, text: describeFeedback(event) }, retries: 0 }, context);
};

function describeFeedback({ feedback: { rating, comment }, url }: PageFeedbackEvent): string {
  const headline = `A reader rated ${url} as ${rating}`;
  return comment === "" ? headline : `${headline}: ${comment}`;
}
