import { describe, expect, it } from "vitest";
import { contractOwners, credentialStoreContract } from "./credential-store-contract.ts";
import { createMemoryCredentialStore } from "./memory-credential-store.ts";

describe("createMemoryCredentialStore", () => {
  it.each(credentialStoreContract)("$name", async ({ run }) => {
    const installations = contractOwners.map((owner) => ({ owner, configuration: { channel: "general" } }));
    await expect(run(createMemoryCredentialStore(installations))).resolves.toBeUndefined();
  });
});
