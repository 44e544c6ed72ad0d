import type { ReactNode } from "react";

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const share = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });
const integer = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });

/** A moment in the reader's zone. @param iso - ISO 8601 time */
export function formatMoment(iso: string): string {
  return moment.format(Date.parse(iso));
}

/** A share of one as a percentage. */
export function formatShare(value: number): string {
  return share.format(value);
}

/** A length of time; a dash where it is not known. */
export function formatMilliseconds(milliseconds: number | undefined): string {
  return milliseconds === undefined ? "–" : `${integer.format(milliseconds)} ms`;
}

/** What went wrong, where something did. */
export function PortalError({ error }: { readonly error: Error | undefined }): ReactNode {
  return (
    error !== undefined && (
      <p className="plugboard-portal-error" role="alert">
        {error.message}
      </p>
    )
  );
}
