import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";

const plugins = [remarkGfm];

/** Markdown that somebody else wrote; HTML in it is shown as text. */
export function Markdown({ text }: { readonly text: string }) {
  return <ReactMarkdown remarkPlugins={plugins}>{text}</ReactMarkdown>;
}
