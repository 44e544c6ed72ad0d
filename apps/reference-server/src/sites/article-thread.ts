import { parentPort } from "node:worker_threads";
import type { DocumentReply } from "@plugboard/platform";
import type { Article } from "./article-cache.ts";
import { renderMarkdown } from "./render-markdown.ts";

// Renders pages outside the event loop: some texts take a highlighter seconds.

parentPort?.on("message", (text: string) => {
  const reply: DocumentReply<Article> = { kind: "done", result: renderMarkdown(text) };
  parentPort?.postMessage(reply, []);
});
