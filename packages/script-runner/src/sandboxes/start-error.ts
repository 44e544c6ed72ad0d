/** Extracts the start error and its position from a sandbox's error output. */
export function describeStartError(errorOutput: string): string {
  for (const line of errorOutput.split("\n")) {
    const thrown = /^service integration: (Uncaught .*)$/s.exec(messageOf(line))?.[1];
    if (thrown !== undefined) return thrown.replaceAll("\n  at ", "\n    at ");
  }
  const last = errorOutput.trim().split("\n").at(-1) ?? "";
  return last === "" ? "it ended without an error message" : messageOf(last);
}

function messageOf(line: string): string {
  try {
    const { message }: { readonly message: string } = JSON.parse(line);
    return message;
  } catch {
    return line;
  }
}
