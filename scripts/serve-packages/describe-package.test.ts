import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { describePackage } from "./describe-package.ts";

test("describes a package from its tarball", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-tarball-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "package"));
  const manifest = { name: "@plugboard/api", version: "1.2.3", dependencies: { zod: "^4" } };
  await writeFile(join(folder, "package/a.js"), "a".repeat(1000));
  await writeFile(join(folder, "package/package.json"), JSON.stringify(manifest));
  execFileSync("tar", ["-czf", "api.tgz", "package/a.js", "package/package.json"], { cwd: folder });
  const tarball = await readFile(join(folder, "api.tgz"));
  const digest = (algorithm: string) => createHash(algorithm).update(tarball);
  expect(describePackage(tarball, "http://127.0.0.1/api.tgz")).toEqual({
    name: "@plugboard/api",
    "dist-tags": { latest: "1.2.3" },
    versions: {
      "1.2.3": {
        ...manifest,
        dist: {
          tarball: "http://127.0.0.1/api.tgz",
          integrity: `sha512-${digest("sha512").digest("base64")}`,
          shasum: digest("sha1").digest("hex"),
        },
      },
    },
  });
});
