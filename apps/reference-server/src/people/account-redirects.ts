import { APIError, createAuthMiddleware } from "better-auth/api";
import type { BetterAuthPlugin } from "better-auth";
import * as z from "zod";

const fieldsSchema = z.record(z.string(), z.unknown()).catch({});
/** Matches the field names of redirects in account requests, such as `callbackURL` and `redirectTo`. */
const redirectName = /url$|^redirect/i;
const ambiguousPath = /[\p{Cc}\\]|\/\//u;

/**
 * Returns whether a redirect leads to a page of the console. Only accepts URLs that a parser leaves
 * unchanged, so that no browser, proxy or library can parse a different host from it.
 */
export function isConsoleRedirect(value: unknown, consoleUrl: string): boolean {
  if (typeof value !== "string") return false;
  const { origin } = new URL(consoleUrl);
  if (value === origin) return true;
  const url = URL.parse(value, origin);
  if (url?.origin !== origin || url.href !== (value.startsWith("/") ? `${origin}${value}` : value))
    return false;
  if (url.username !== "" || url.password !== "") return false;
  try {
    return !ambiguousPath.test(decodeURIComponent(url.pathname));
  } catch {
    return false;
  }
}

/** The endpoints for agents, which compare the redirect with those that the agent registered. */
const agentPaths: ReadonlySet<string> = new Set(["/oauth2/authorize", "/oauth2/token"]);

/** Rejects account requests with a redirect outside the console. */
export function refuseForeignRedirects(consoleUrl: string) {
  return {
    matcher: ({ path = "" }: { readonly path?: string | undefined }) => !agentPaths.has(path),
    handler: createAuthMiddleware(async ({ query, body }) => {
      for (const fields of [query, body])
        for (const [name, value] of Object.entries(fieldsSchema.parse(fields)))
          if (redirectName.test(name) && value !== undefined && !isConsoleRedirect(value, consoleUrl))
            throw new APIError("FORBIDDEN", {
              code: "INVALID_REDIRECT_URL",
              message: `${name} must be a path of the console, such as /content.`,
            });
    }),
  } satisfies NonNullable<NonNullable<BetterAuthPlugin["hooks"]>["before"]>[number];
}
