import type { Network } from "../http/client-address.ts";

/** The process's role: everything, only HTTP, or only fan-out and delivery. */
export type Role = "all" | "api" | "worker";

/** The reference server's settings, read once from the environment and described in {@link variables}. */
export interface ServerConfig {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  readonly role: Role;
  readonly adminToken?: string | undefined;
  readonly publicUrl?: string | undefined;
  readonly sitesUrl?: string | undefined;
  readonly integrationsUrl?: string | undefined;
  readonly metricsToken?: string | undefined;
  readonly smtpUrl?: string | undefined;
  readonly mailFrom?: string | undefined;
  readonly oidcIssuer?: string | undefined;
  readonly oidcClientId?: string | undefined;
  readonly oidcClientSecret?: string | undefined;
  readonly oidcName: string;
  readonly trustedProxies: readonly Network[];
  readonly addressHeader?: string | undefined;
  readonly accessLog: "off" | "on";
  readonly noticeUrl?: string | undefined;
  readonly noticeSecret?: string | undefined;
  readonly noticeMail: readonly string[];
  readonly portalOrigins: readonly string[];
  readonly integrationNetworks: readonly Network[];
  readonly scriptTargets: readonly string[];
  readonly scriptMemoryBytes: number;
  readonly destinations: readonly string[];
  readonly portalDestinations: readonly string[];
  readonly webhookNetworks: readonly Network[];
  readonly webhookProxy?: string | undefined;
  readonly webhookAddress?: string | undefined;
  readonly retryDelaysMilliseconds: readonly number[];
  readonly deliveryConcurrency: number;
  readonly endpointConcurrency: number;
  readonly deliveryTimeoutMilliseconds: number;
  readonly keepEventsMilliseconds: number;
  readonly keepDeliveredMilliseconds: number;
  readonly keepFailedMilliseconds: number;
  readonly databaseConnections: number;
  readonly databaseTimeoutMilliseconds: number;
  readonly databasePooling: "session" | "transaction";
  readonly databaseSuperuser: "allow" | "refuse";
  readonly maxConnections: number;
  readonly maxBodiesBytes: number;
  readonly tasksPerMinute: number;
  readonly taskBytesPerHour: number;
  readonly testEventsPerMinute: number;
  readonly visitsPerAddress: number;
  readonly visitsPerSite: number;
  readonly git: "files" | "off" | "on";
  readonly gitSshKey?: string | undefined;
  readonly gitKnownHosts?: string | undefined;
  readonly tracesUrl?: string | undefined;
  readonly tracesShare: number;
}
