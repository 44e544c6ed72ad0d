import type { CreatedEmbedToken } from "@plugboard/api/client";
import { EmbeddedPart } from "@plugboard/components-react/portal";
import { createRoot } from "react-dom/client";

const theme = { accent: "#0f766e" } as const;

async function getToken(): Promise<CreatedEmbedToken> {
  const response = await fetch("/token", { method: "POST" });
  if (!response.ok) throw new Error("The host has no token.");
  return await response.json();
}

const root = document.querySelector("main");
if (root !== null)
  createRoot(root).render(
    <EmbeddedPart
      getToken={getToken}
      theme={theme}
      onExpired={() => document.body.append("The part has ended.")}
    />,
  );
