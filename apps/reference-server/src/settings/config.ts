import type { PlatformQuotas } from "@plugboard/platform";
import * as z from "zod";
import { type Network, readNetwork } from "../http/client-address.ts";
import { ServerError } from "./server-error.ts";

/** What this process does: everything, only the HTTP side, or only fan-out and delivery. */
export type Role = "all" | "api" | "worker";

/** The reference server's settings, read once from the environment. */
export interface ServerConfig {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl?: string;
  readonly role: Role;
  readonly adminToken?: string;
  readonly publicUrl?: string;
  readonly sitesUrl?: string;
  /** Reads `/metrics` and nothing else. */
  readonly metricsToken?: string;
  /** Proxies whose word counts on whom they were called by. */
  readonly trustedProxies?: readonly Network[];
  /** Where integrations may be hosted besides the public internet. */
  readonly integrationNetworks?: readonly Network[];
  /** How much integrations may ask for, where it is not the platform's default. */
  readonly quotas?: Partial<PlatformQuotas>;
}

/** Hosts that only this machine reaches. */
export const loopbackHosts: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "localhost"]);

/** Hosts that stand for every address of this machine. */
export const wildcardHosts: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

const httpUrl = z.url({
  protocol: /^https?$/,
  error: "must be an http(s) URL such as https://docs.example.com",
});
const origin = httpUrl.refine(
  (url) => !URL.canParse(url) || new URL(url).href === `${new URL(url).origin}/`,
  "must be without path, query and user, as in https://docs.example.com",
);
const token = z.string().regex(/^[\x21-\x7E]{16,}$/, "must have at least 16 characters, without spaces");
const networksMessage = "must be addresses or networks separated by commas, such as 10.0.0.0/8,192.0.2.7";
const networks = z.string().transform((text, context) => {
  const parts = text.split(",").map((part) => readNetwork(part.trim()));
  const known = parts.filter((network) => network !== undefined);
  if (known.length < parts.length) context.addIssue(networksMessage);
  return known;
});
const portMessage = "must be a number from 0 to 65535";

const schema = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, portMessage)
    .transform(Number)
    .refine((port) => port <= 65_535, portMessage)
    .default(4000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, "must be a host name or an address such as 127.0.0.1")
    .default("127.0.0.1"),
  PLUGBOARD_DATA_DIR: z.string().default(".plugboard"),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "must be a PostgreSQL URL such as postgres://user@host/database",
    })
    .optional(),
  PLUGBOARD_ROLE: z.enum(["all", "api", "worker"], "must be one of all, api, worker").default("all"),
  PLUGBOARD_ADMIN_TOKEN: token.optional(),
  PLUGBOARD_PUBLIC_URL: origin.optional(),
  PLUGBOARD_SITES_URL: origin.optional(),
  PLUGBOARD_METRICS_TOKEN: token.optional(),
  PLUGBOARD_TRUSTED_PROXIES: networks.optional(),
  PLUGBOARD_INTEGRATION_NETWORKS: networks.optional(),
});

type Variables = z.infer<typeof schema>;

/** The names of all variables. */
export const serverVariables: readonly string[] = Object.keys(schema.shape);

/** Variables that look as if they were the server's and are not: most often, a name was misspelt. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env).filter((name) => name.startsWith("PLUGBOARD_") && !serverVariables.includes(name));
}

/**
 * Reads the server's variables. One that is set to nothing counts as absent.
 *
 * @throws ServerError `invalid_variable` naming each bad variable and what it must be; values are not repeated.
 */
export function parseServerConfig(env: Readonly<Record<string, string | undefined>>): ServerConfig {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(present);
  const problems = parsed.success
    ? findConflicts(parsed.data)
    : parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  if (!parsed.success || problems.length > 0) {
    throw new ServerError("invalid_variable", `${[...new Set(problems)].join("; ")}.`);
  }
  const { data } = parsed;
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: data.PLUGBOARD_DATA_DIR,
    role: data.PLUGBOARD_ROLE,
    ...(data.DATABASE_URL !== undefined && { databaseUrl: data.DATABASE_URL }),
    ...(data.PLUGBOARD_ADMIN_TOKEN !== undefined && { adminToken: data.PLUGBOARD_ADMIN_TOKEN }),
    ...(data.PLUGBOARD_PUBLIC_URL !== undefined && { publicUrl: data.PLUGBOARD_PUBLIC_URL }),
    ...(data.PLUGBOARD_SITES_URL !== undefined && { sitesUrl: data.PLUGBOARD_SITES_URL }),
    ...(data.PLUGBOARD_METRICS_TOKEN !== undefined && { metricsToken: data.PLUGBOARD_METRICS_TOKEN }),
    ...(data.PLUGBOARD_TRUSTED_PROXIES !== undefined && { trustedProxies: data.PLUGBOARD_TRUSTED_PROXIES }),
    ...(data.PLUGBOARD_INTEGRATION_NETWORKS !== undefined && {
      integrationNetworks: data.PLUGBOARD_INTEGRATION_NETWORKS,
    }),
  };
}

/** What is wrong with variables that are each right by themselves. */
function findConflicts(variables: Variables): string[] {
  const { HOST, DATABASE_URL, PLUGBOARD_ROLE, PLUGBOARD_PUBLIC_URL, PLUGBOARD_SITES_URL } = variables;
  const problems: string[] = [];
  if (PLUGBOARD_ROLE !== "all" && DATABASE_URL === undefined) {
    problems.push(
      `PLUGBOARD_ROLE ${PLUGBOARD_ROLE} needs DATABASE_URL: the embedded SQLite database serves one process`,
    );
  }
  if (PLUGBOARD_ROLE !== "all" && PLUGBOARD_PUBLIC_URL === undefined) {
    problems.push(
      `PLUGBOARD_ROLE ${PLUGBOARD_ROLE} needs PLUGBOARD_PUBLIC_URL: all processes have to name the same address`,
    );
  }
  if ((PLUGBOARD_PUBLIC_URL === undefined) !== (PLUGBOARD_SITES_URL === undefined)) {
    problems.push("PLUGBOARD_PUBLIC_URL and PLUGBOARD_SITES_URL must be set together");
  } else if (PLUGBOARD_PUBLIC_URL !== undefined && PLUGBOARD_SITES_URL !== undefined) {
    // Cookies know host names and no ports, so only another name keeps third parties from the console's session.
    if (new URL(PLUGBOARD_PUBLIC_URL).hostname === new URL(PLUGBOARD_SITES_URL).hostname)
      problems.push("PLUGBOARD_SITES_URL must have another host name than PLUGBOARD_PUBLIC_URL");
  } else if (!loopbackHosts.has(HOST) && !wildcardHosts.has(HOST)) {
    problems.push(`HOST ${HOST} needs PLUGBOARD_PUBLIC_URL and PLUGBOARD_SITES_URL: it has one name only`);
  }
  return problems;
}
