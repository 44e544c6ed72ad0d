import { ApiError } from "@plugboard/api/client";

interface ErrorMessageProps {
  readonly error: Error | null;
  /** Tries again, where that may help. */
  readonly onRetry?: (() => void) | undefined;
}

/** Says what went wrong, with each problem at its place. Shows nothing when nothing did. */
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
      {onRetry !== undefined && (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

const unreached: Readonly<Record<string, string>> = {
  network: "The server cannot be reached. Is there a network?",
  timeout: "The server did not respond in time.",
};

function messageOf(error: Error): string {
  const said = error instanceof ApiError ? unreached[error.code] : undefined;
  return said ?? error.message;
}
