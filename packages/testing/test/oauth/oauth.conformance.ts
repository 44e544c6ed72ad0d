import { deepStrictEqual } from "node:assert/strict";
import { contractOwners, credentialStoreContract, replayGuardContract } from "@plugboard/oauth/testing";
import { createMemoryCredentialStore, createMemoryReplayGuard } from "@plugboard/oauth";
import { expectedOutcome, runAttack } from "./attacks/attack.fixture.ts";
import { attackTable } from "./attacks/attack-table.fixture.ts";
import { expectedRefresh, refreshAttacks, runRefreshAttack } from "./attacks/refresh-attack.fixture.ts";
import { runTokenLife } from "./token-life.fixture.ts";

/** Runs the OAuth flow, its attacks, refresh and revocation, and the contracts of the ports on the current runtime. */
export async function run(): Promise<void> {
  for (const attack of attackTable) {
    deepStrictEqual(await runAttack(attack), expectedOutcome(attack), attack.name);
  }
  for (const attack of refreshAttacks) {
    deepStrictEqual(await runRefreshAttack(attack), expectedRefresh(attack), attack.mode);
  }
  deepStrictEqual(await runTokenLife(), {
    refreshes: 1,
    tokens: 2,
    isActive: true,
    isActiveAfterUninstall: false,
  });
  for (const { run } of replayGuardContract) await run(createMemoryReplayGuard());
  const installations = contractOwners.map((owner) => ({ owner, configuration: { channel: "general" } }));
  for (const { run } of credentialStoreContract) await run(createMemoryCredentialStore(installations));
}
