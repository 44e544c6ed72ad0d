import { parentPort } from "node:worker_threads";
import type { DocumentReply } from "@plugboard/platform";
import type { Article, ArticleRequest } from "./article-cache.ts";
import { renderMarkdown } from "./render-markdown.ts";

// Runs outside the event loop, because highlighting some pages takes seconds.

parentPort?.on("message", ({ text, texts }: ArticleRequest) => {
  const reply: DocumentReply<Article> = { kind: "done", result: renderMarkdown(text, texts) };
  parentPort?.postMessage(reply, []);
});
