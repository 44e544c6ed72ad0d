import { ApiError } from "@plugboard/api/client";
import { isPassing } from "../data/retry.ts";

interface ErrorMessageProps {
  readonly error: Error | null;
  /** Shows a retry button that calls this, unless the request can only fail again. */
  readonly onRetry?: (() => void) | undefined;
}

/** Shows an error with its problems. Renders nothing without an error. */
export function ErrorMessage({ error, onRetry }: ErrorMessageProps) {
  if (error === null) return null;
  const problems = error instanceof ApiError ? error.problems : [];
  return (
    <div className="error" role="alert">
      <p>{messageOf(error)}</p>
      {problems.length > 1 && (
        <ul>
          {problems.map(({ path, message }) => (
            <li key={`${path}:${message}`}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {onRetry !== undefined && isPassing(error) && (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

const unreached: Readonly<Record<string, string>> = {
  network: "Can’t reach the server. Check your connection.",
  timeout: "The server took too long to respond. Try again.",
};

function messageOf(error: Error): string {
  return unreached[String(Reflect.get(error, "code"))] ?? error.message;
}
