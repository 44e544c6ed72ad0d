import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";

const plugins = [remarkGfm];

/** Renders untrusted Markdown. HTML is shown as text. */
export function Markdown({ text }: { readonly text: string }) {
  return <ReactMarkdown remarkPlugins={plugins}>{text}</ReactMarkdown>;
}
