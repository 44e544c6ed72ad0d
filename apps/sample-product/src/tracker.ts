import { defineProduct } from "@plugboard/platform";
import { type Kysely, sql } from "kysely";
import { contract } from "./contract.ts";

/** The tracker's own tables. */
// An interface has no index signature, which `withTables` requires.
export type TrackerTables = {
  projects: { id: string; organization_id: string; title: string };
  issues: {
    id: string;
    organization_id: string;
    project_id: string;
    title: string;
    text: string;
    state: "open" | "closed";
    /** Orders the issues of a project by the time they were opened. */
    position: string;
  };
  labels: { organization_id: string; issue_id: string; label: string };
  status_days: { organization_id: string; project_id: string; day: string; visitors: number };
  people: { id: string; email: string; name: string; password: string };
  sessions: { token_hash: string; person_id: string; expires_at: number };
};

const statements = [
  `create table projects (id text primary key, organization_id text not null, title text not null)`,
  `create index projects_by_organization on projects (organization_id, id)`,
  `create table issues (id text primary key, organization_id text not null, project_id text not null,
    title text not null, text text not null, state text not null, position text not null)`,
  `create index issues_by_project on issues (project_id, position)`,
  `create table labels (organization_id text not null, issue_id text not null, label text not null,
    primary key (issue_id, label))`,
  `create table status_days (organization_id text not null, project_id text not null, day text not null,
    visitors integer not null, primary key (project_id, day))`,
  `create table people (id text primary key, email text not null unique, name text not null,
    password text not null)`,
  `create table sessions (token_hash text primary key, person_id text not null, expires_at bigint not null)`,
];

const column = "organization_id";

/** The tracker: its contract, tables and lookups. */
export const tracker = defineProduct({
  contract,
  kinds: {
    project: {
      find: async (db, ids) =>
        await db
          .withTables<TrackerTables>()
          .selectFrom("projects")
          .select(["id", "organization_id as organizationId"])
          .where("id", "in", [...ids])
          .execute(),
    },
  },
  tables: {
    status_days: { column, key: ["project_id", "day"] },
    labels: { column, key: ["issue_id", "label"] },
    issues: { column },
    projects: { column },
    people: "platform",
    sessions: "platform",
  },
  migrations: {
    "0001-tracker": {
      up: async (db: Kysely<unknown>) => {
        for (const statement of statements) await sql.raw(statement).execute(db);
      },
    },
  },
});
