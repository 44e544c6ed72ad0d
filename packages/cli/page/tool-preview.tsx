import type { JsonObject } from "@plugboard/api";
import type { ManifestTool } from "@plugboard/manifest";
import { type ReactNode, useState } from "react";
import { runTool } from "../src/server/run-tool.ts";
import { sampleArguments } from "../src/server/sample-arguments.ts";
import type { Session } from "./dev-server.ts";
import { JsonField } from "./json-field.tsx";

interface ToolPreviewProps {
  readonly session: Session;
  readonly tool: ManifestTool;
}

/** Shows a tool as agents see it, and calls it. */
export function ToolPreview({ session, tool }: ToolPreviewProps): ReactNode {
  const { api, installationId, description } = session;
  const { id, title, writes = false, inputSchema, outputSchema } = tool;
  const [input, setInput] = useState(() => sampleArguments(inputSchema));
  const [result, setResult] = useState<JsonObject>();
  const call = async (next: JsonObject): Promise<void> => {
    setInput(next);
    setResult(undefined);
    setResult(await runTool(api, installationId, tool, next));
  };
  return (
    <>
      <div className="bar">
        <h1>{title}</h1>
        <code>{id}</code>
        <span className="status">{writes ? "Writes" : "Reads"}</span>
      </div>
      <p>{tool.description}</p>
      {description.tools?.includes(id) !== true && (
        <p className="problem" role="alert">
          The code has no createTool for {id}.
        </p>
      )}
      {writes && <p className="muted">Agents ask a person before each call.</p>}
      <JsonField label="Arguments" value={input} action="Call tool" onSubmit={call} />
      {result !== undefined && (
        <section aria-label="Result">
          <h2>Result</h2>
          <pre>{JSON.stringify(result, null, 2)}</pre>
        </section>
      )}
      <details>
        <summary>Schemas</summary>
        <pre>{JSON.stringify({ inputSchema, outputSchema }, null, 2)}</pre>
      </details>
    </>
  );
}
