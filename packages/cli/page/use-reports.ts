import { useEffect, useState } from "react";
import type { NumberedReport } from "../src/dev/report-log.ts";
import { keyedUrl } from "./dev-server.ts";

const maxReports = 500;

/** The reports of `plugboard dev`, oldest first. */
export interface Reports {
  readonly items: readonly NumberedReport[];
  readonly connected: boolean;
  readonly clear: () => void;
}

/** Follows the reports of `plugboard dev`, reconnecting when it restarts. */
export function useReports(): Reports {
  const [items, setItems] = useState<readonly NumberedReport[]>([]);
  const [connected, setConnected] = useState(false);
  useEffect(() => {
    const source = new EventSource(keyedUrl("/dev/reports"));
    source.addEventListener("open", () => setConnected(true));
    source.addEventListener("error", () => setConnected(false));
    source.addEventListener("message", ({ data }) => {
      const numbered: NumberedReport = JSON.parse(String(data));
      setItems((known) => [...known, numbered].slice(-maxReports));
    });
    return () => source.close();
  }, []);
  return { items, connected, clear: () => setItems([]) };
}
