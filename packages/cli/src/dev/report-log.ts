import type { DevReport } from "./dev-report.ts";

/** A report with its position, where a page continues after a reconnect. */
export interface NumberedReport {
  readonly id: number;
  readonly time: string;
  readonly report: DevReport;
}

/** The latest reports of `plugboard dev`, for its page. */
export interface ReportLog {
  readonly add: (report: DevReport) => void;
  /** Responds with the reports after `lastId` and then each new one, as server-sent events. */
  readonly stream: (lastId: number) => Response;
  readonly close: () => void;
}

const maxReports = 500;

/** Creates an empty log. */
export function createReportLog(): ReportLog {
  const reports: NumberedReport[] = [];
  const readers = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const encoder = new TextEncoder();
  const toEvent = (numbered: NumberedReport): Uint8Array =>
    encoder.encode(`id: ${numbered.id}\ndata: ${JSON.stringify(numbered)}\n\n`);
  let lastId = 0;
  return {
    add: (report) => {
      const numbered = { id: (lastId += 1), time: new Date().toISOString(), report };
      reports.push(numbered);
      if (reports.length > maxReports) reports.shift();
      for (const reader of readers) reader.enqueue(toEvent(numbered));
    },
    stream: (after) => {
      let own: ReadableStreamDefaultController<Uint8Array> | undefined;
      const body = new ReadableStream<Uint8Array>({
        start: (reader) => {
          own = reader;
          readers.add(reader);
          // Sends the headers even if there is nothing to report yet.
          reader.enqueue(encoder.encode(": open\n\n"));
          // A page that was opened before a restart requests IDs that this server hasn't reached.
          const isOlder = after > lastId;
          for (const numbered of reports)
            if (isOlder || numbered.id > after) reader.enqueue(toEvent(numbered));
        },
        cancel: () => {
          if (own !== undefined) readers.delete(own);
        },
      });
      const headers = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" };
      return new Response(body, { headers });
    },
    close: () => {
      for (const reader of readers) reader.close();
      readers.clear();
    },
  };
}
