import type { EventBase } from "@plugboard/api";
import { longestDedupeKey } from "./dedupe-store.ts";

/**
 * What a store tells an event by: its installation and its id, or their SHA-256 where a sender chose ids so long that
 * together they make no key.
 */
export async function dedupeKey({ installationId, eventId }: EventBase): Promise<string> {
  // With a secret for each installation, nobody who holds one can use up the event ids of another installation.
  const key = JSON.stringify([installationId, eventId]);
  return key.length <= longestDedupeKey ? key : `sha256:${await hashText(key)}`;
}

async function hashText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
