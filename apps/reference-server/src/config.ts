import { z } from "zod";
import { ServerError } from "./server-error.ts";

/** What this process does: everything, only the HTTP side, or only fan-out and delivery. */
export type Role = "all" | "api" | "worker";

/** The reference server's settings, read once from the environment. */
export interface ServerConfig {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl?: string;
  readonly role: Role;
  readonly adminToken?: string;
  readonly publicUrl?: string;
  readonly sitesUrl?: string;
}

const httpUrl = z.url({
  protocol: /^https?$/,
  error: "must be an http(s) URL such as https://docs.example.com",
});

const schema = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "must be a number from 0 to 65535")
    .transform(Number)
    .refine((port) => port <= 65_535, "must be a number from 0 to 65535")
    .default(4000),
  HOST: z.string().min(1, "must be a host name or an address such as 127.0.0.1").default("127.0.0.1"),
  PLUGBOARD_DATA_DIR: z.string().min(1, "must be a folder").default(".plugboard"),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "must be a PostgreSQL URL such as postgres://user@host/database",
    })
    .optional(),
  PLUGBOARD_ROLE: z.enum(["all", "api", "worker"], "must be one of all, api, worker").default("all"),
  PLUGBOARD_ADMIN_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  PLUGBOARD_PUBLIC_URL: httpUrl.optional(),
  PLUGBOARD_SITES_URL: httpUrl.optional(),
});

/**
 * Reads the server's variables.
 *
 * @throws ServerError `invalid_variable` naming each bad variable and what it must be; values are not repeated.
 */
export function parseServerConfig(env: Readonly<Record<string, string | undefined>>): ServerConfig {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(present);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    throw new ServerError("invalid_variable", `${problems.join("; ")}.`);
  }
  const { data } = parsed;
  if (data.PLUGBOARD_ROLE !== "all" && data.DATABASE_URL === undefined) {
    throw new ServerError(
      "invalid_variable",
      `PLUGBOARD_ROLE ${data.PLUGBOARD_ROLE} needs DATABASE_URL: the embedded SQLite database serves one process.`,
    );
  }
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: data.PLUGBOARD_DATA_DIR,
    role: data.PLUGBOARD_ROLE,
    ...(data.DATABASE_URL !== undefined && { databaseUrl: data.DATABASE_URL }),
    ...(data.PLUGBOARD_ADMIN_TOKEN !== undefined && { adminToken: data.PLUGBOARD_ADMIN_TOKEN }),
    ...(data.PLUGBOARD_PUBLIC_URL !== undefined && { publicUrl: data.PLUGBOARD_PUBLIC_URL }),
    ...(data.PLUGBOARD_SITES_URL !== undefined && { sitesUrl: data.PLUGBOARD_SITES_URL }),
  };
}
