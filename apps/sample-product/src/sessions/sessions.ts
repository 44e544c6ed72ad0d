import { createHash, randomBytes, randomUUID, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { SessionResource } from "@plugboard/api/client";
import {
  listMembershipsOf,
  type Platform,
  PlatformError,
  type Principal,
  withoutTenantScope,
} from "@plugboard/platform";
import type { TrackerTables } from "../tracker.ts";

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const lifetimeMilliseconds = 7 * 24 * 3600 * 1000;
const keyBytes = 32;

/** A person who can sign in. */
export interface NewPerson {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** Creates a person, unless the email address is taken. @returns the id of the person with this address */
export async function createPerson({ db }: Platform, { email, name, password }: NewPerson): Promise<string> {
  const people = db.withTables<TrackerTables>();
  const id = `usr_${randomUUID()}`;
  const salt = randomBytes(16);
  const key = await derive(password, salt, keyBytes);
  await people
    .insertInto("people")
    .values({ id, email, name, password: `${salt.toString("base64")}.${key.toString("base64")}` })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .execute();
  const person = await people
    .selectFrom("people")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return person.id;
}

/**
 * Signs a person in.
 *
 * @returns the token of the session, valid for a week
 *
 * @throws PlatformError `unauthorized`
 */
export async function signIn({ db, now }: Platform, email: string, password: string): Promise<string> {
  const people = db.withTables<TrackerTables>();
  const person = await people
    .selectFrom("people")
    .select(["id", "password"])
    .where("email", "=", email)
    .executeTakeFirst();
  // An unknown address takes as long as a wrong password.
  const [salt = "", key = ""] = (person?.password ?? `.${Buffer.alloc(keyBytes).toString("base64")}`).split(
    ".",
  );
  const derived = await derive(password, Buffer.from(salt, "base64"), keyBytes);
  if (!timingSafeEqual(derived, Buffer.from(key, "base64")) || person === undefined)
    throw new PlatformError("unauthorized", "The email address or the password is wrong.");
  const token = randomBytes(32).toString("base64url");
  const session = {
    token_hash: hashOf(token),
    person_id: person.id,
    expires_at: now() + lifetimeMilliseconds,
  };
  await people.insertInto("sessions").values(session).execute();
  return token;
}

/** Returns the token in the cookie of a request. It can have ended. */
export function sessionOf({ headers }: Request): string | undefined {
  return /(?:^|; )session=([\w-]+)/.exec(headers.get("cookie") ?? "")?.[1];
}

/** Returns the person of a session, with the current memberships. @throws PlatformError `unauthorized` */
export async function openSession(platform: Platform, token: string): Promise<Principal> {
  const person = await findPerson(platform, token);
  if (person === undefined) throw new PlatformError("unauthorized", "The session has ended. Sign in again.");
  const { id, name } = person;
  return { type: "member", id, name, memberships: await listMembershipsOf(platform, id) };
}

/** Returns the session as the console reads it. */
export async function readSession(platform: Platform, token = ""): Promise<SessionResource> {
  const person = await findPerson(platform, token);
  if (person === undefined) return { signedIn: false };
  const memberships = await withoutTenantScope("signIn", () => listMembershipsOf(platform, person.id));
  return { signedIn: true, person: { ...person, hasSecondFactor: false, memberships } };
}

/** Ends a session. */
export async function endSession({ db }: Platform, token: string): Promise<void> {
  const sessions = db.withTables<TrackerTables>().deleteFrom("sessions");
  await sessions.where("token_hash", "=", hashOf(token)).execute();
}

async function findPerson({ db, now }: Platform, token: string) {
  return await db
    .withTables<TrackerTables>()
    .selectFrom("sessions")
    .innerJoin("people", "people.id", "sessions.person_id")
    .select(["people.id", "people.name", "people.email"])
    .where("token_hash", "=", hashOf(token))
    .where("expires_at", ">", now())
    .executeTakeFirst();
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64");
}
