import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { expect, it } from "vitest";
import { databaseFailureOf } from "./storage-error.ts";

it("counts a missing Unix socket as an unreachable database", async () => {
  const socket = connect(join(tmpdir(), "no-such-socket", "5432"));
  const error: unknown = await once(socket, "connect").catch((failure: unknown) => failure);
  expect(error).toMatchObject({ code: "ENOENT", syscall: "connect" });
  expect(databaseFailureOf(error)).toBe("unreachable");
});

it.each(["EHOSTUNREACH", "ENETUNREACH"])("counts %s as an unreachable database", (code) => {
  const error = Object.assign(new Error(`connect ${code}`), { code, syscall: "connect" });
  expect(databaseFailureOf(error)).toBe("unreachable");
});

it("doesn't count a mail server that refuses connections", () => {
  // As nodemailer reports it.
  const error = Object.assign(new Error("connect ECONNREFUSED"), { code: "ESOCKET", syscall: "connect" });
  expect(databaseFailureOf(error)).toBeUndefined();
});
