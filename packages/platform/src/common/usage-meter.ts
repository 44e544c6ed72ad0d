/** Counters that add up over a day. A product can add its own. */
export type PlatformFlow = "requests" | "acceptedEvents" | "tasks" | "scriptMilliseconds";

/** The percentage of a quota at which an organization's managers are alerted. */
export const nearQuotaPercent = 80;

/**
 * Counts the usage of organizations by day. Amounts are gathered in memory and stored in batches, so a process
 * that crashes loses up to ten seconds of usage. The figures are for charts, not for invoices.
 */
export interface UsageMeter {
  /** Adds to a counter of an organization for today. `counter` is a {@link PlatformFlow} or one of the product. */
  readonly add: (organizationId: string, counter: PlatformFlow | (string & {}), amount: number) => void;
  /**
   * Notes the used share of an organization's quota, in percent. The highest of today is stored if it is at least
   * {@link nearQuotaPercent}.
   */
  readonly noteQuota: (organizationId: string, quota: string, percent: number) => void;
  /** Stores all amounts. */
  readonly flush: () => Promise<void>;
}
