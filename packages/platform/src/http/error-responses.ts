import type { Context, ErrorHandler, NotFoundHandler } from "hono";
import { toErrorResponse } from "./api-error.ts";

/** Told of every error that is not the caller's. */
export type OnError = (error: unknown, request: { readonly method: string; readonly path: string }) => void;

export const notFoundResponse: NotFoundHandler = (context: Context): Response => {
  const message = `There is nothing at ${context.req.method} ${context.req.path}.`;
  return context.json({ error: { code: "not_found", message } }, 404);
};

/** Answers what a handler threw. */
export function createErrorHandler(onError: OnError): ErrorHandler {
  return (error, context) => {
    const { status, body } = toErrorResponse(error);
    if (status >= 500) onError(error, { method: context.req.method, path: context.req.path });
    // The rest of the body stays unread, so nothing else can follow on this connection.
    if (status === 413) context.header("connection", "close");
    return context.json(body, status);
  };
}
