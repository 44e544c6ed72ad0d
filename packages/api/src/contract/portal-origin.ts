import * as z from "zod";

const maxLength = 300;
const example = "such as https://app.example.com";
const loopback = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/;
// The origin becomes part of a header in which other characters have a meaning.
const plainHost = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

/** An origin that can embed the portal, in the form that browsers compare: lowercase, without a default port. */
export const portalOriginSchema = z
  .string()
  .trim()
  .max(maxLength)
  .superRefine((text, context) => {
    const message = findProblem(text);
    if (message !== undefined) context.addIssue({ code: "custom", message, continue: false });
  })
  .overwrite((text) => new URL(text).origin);

/** Returns why a text is not an origin that can embed the portal; `undefined` if it is one. */
function findProblem(text: string): string | undefined {
  if (text.includes("*")) return "must not contain a wildcard. Add each origin on its own";
  if (!/^https?:\/\//i.test(text)) return `must start with https://, ${example}`;
  if (!URL.canParse(text)) return `must be an origin, ${example}`;
  const { protocol, hostname, origin, href } = new URL(text);
  if (!plainHost.test(hostname)) return `must be an origin, ${example}`;
  if (protocol === "http:" && !loopback.test(hostname))
    return "must start with https://. Only localhost and other loopback addresses can use http://";
  return href === `${origin}/` ? undefined : `must not have a path or other parts. Use ${origin}`;
}
