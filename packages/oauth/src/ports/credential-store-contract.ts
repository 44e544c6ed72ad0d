import assert from "node:assert/strict";
import type { ContractCase } from "./contract-case.ts";
import type { CredentialOwner } from "../settings/credential-owner.ts";
import type { CredentialStore } from "./credential-store.ts";

const organization = { installation: "installation_1" };
const space = { installation: "installation_1", resource: { kind: "space", id: "space_1" } };
const site = { installation: "installation_1", resource: { kind: "site", id: "site_1" } };

/**
 * The installations a store must contain at the start of a case, each with the configuration `{ channel:
 * "general" }`.
 */
export const contractOwners: readonly CredentialOwner[] = [organization, space, site];

const credentials = (access_token: string) => ({ configuration: { oauth_credentials: { access_token } } });

/** The requirements for every {@link CredentialStore} that contains the {@link contractOwners}. */
export const credentialStoreContract: readonly ContractCase<CredentialStore>[] = [
  {
    name: "reads written properties and keeps the others",
    run: async (store) => {
      const version = await store.write(organization, credentials("at"));
      assert.deepEqual(await store.read(organization), {
        configuration: { channel: "general", oauth_credentials: { access_token: "at" } },
        version,
      });
    },
  },
  {
    name: "separates the levels",
    run: async (store) => {
      await store.write(space, credentials("at-space"));
      await store.write(site, credentials("at-site"));
      const tokens = await Promise.all(
        contractOwners.map(async (owner) => (await store.read(owner))?.configuration.oauth_credentials),
      );
      assert.deepEqual(tokens, [undefined, { access_token: "at-space" }, { access_token: "at-site" }]);
    },
  },
  {
    name: "changes the version with every write",
    run: async (store) => {
      const versions = [(await store.read(site))?.version];
      for (let writes = 0; writes < 5; writes += 1)
        versions.push(await store.write(site, credentials("same")));
      assert.equal(new Set(versions).size, 6);
      assert.equal((await store.read(site))?.version, versions.at(-1));
    },
  },
  {
    name: "does not write if the version has changed",
    run: async (store) => {
      const before = await store.read(organization);
      const first = await store.write(organization, credentials("first"), before?.version);
      assert.notEqual(first, undefined);
      assert.equal(await store.write(organization, credentials("second"), before?.version), undefined);
      assert.deepEqual((await store.read(organization))?.configuration.oauth_credentials, {
        access_token: "first",
      });
    },
  },
  {
    name: "lets one of many conditional writes succeed",
    run: async (store) => {
      const version = (await store.read(organization))?.version;
      const writes = Array.from({ length: 10 }, (_, index) =>
        store.write(organization, credentials(`at-${index}`), version),
      );
      const results = await Promise.all(writes);
      assert.equal(results.filter((result) => result !== undefined).length, 1);
    },
  },
  {
    name: "returns undefined for an unknown installation",
    run: async (store) => {
      assert.equal(await store.read({ installation: "ins_other" }), undefined);
      const resource = { kind: "site", id: "site_other" };
      assert.equal(await store.read({ installation: "installation_1", resource }), undefined);
      await assert.rejects(store.write({ installation: "ins_other" }, credentials("at")), {
        code: "storage_failed",
      });
    },
  },
];
