import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sign } from "@plugboard/webhook-signer";
import { expect, onTestFinished, test } from "vitest";
import { linkPackages, readBlocks } from "./documents.fixture.ts";

/**
 * Runs a language's snippet on lines of a header and a hexadecimal body, and prints `true` or `false` for
 * each.
 */
interface Language {
  readonly language: string;
  readonly programs: readonly string[];
  /** The required package folder, if any. */
  readonly needs?: string;
  readonly files: Readonly<Record<string, string>>;
  readonly commands: readonly (readonly [program: string, ...parameters: string[]])[];
}

const crates = "/usr/share/cargo/registry";

const languages: Language[] = [
  {
    language: "TypeScript",
    programs: [],
    files: {
      "main.ts": `
import { readFileSync } from "node:fs";
import { verifyWebhook } from "./verify-webhook.ts";
for (const line of readFileSync("requests", "utf8").split("\\n")) {
  const [header = "", body = ""] = line.split("\\t");
  console.log(await verifyWebhook(process.argv[2] ?? "", header, Buffer.from(body, "hex")));
}`,
    },
    commands: [[process.execPath, "--conditions=@plugboard/source", "main.ts"]],
  },
  {
    language: "Python",
    programs: ["python3"],
    files: {
      "main.py": `
import sys
from verify_webhook import verify_webhook
for line in open("requests").read().split("\\n"):
    header, body = line.split("\\t")
    print(str(verify_webhook(sys.argv[1], header, bytes.fromhex(body))).lower())`,
    },
    commands: [["python3", "main.py"]],
  },
  {
    language: "Go",
    programs: ["go"],
    files: {
      "go.mod": "module example\n\ngo 1.18\n",
      "main.go": `package main

import (
	"encoding/hex"
	"example/webhook"
	"fmt"
	"os"
	"strings"
)

func main() {
	requests, _ := os.ReadFile("requests")
	for _, line := range strings.Split(string(requests), "\\n") {
		header, digits, _ := strings.Cut(line, "\\t")
		body, _ := hex.DecodeString(digits)
		fmt.Println(webhook.Verify(os.Args[1], header, body))
	}
}`,
    },
    commands: [["go", "run", "."]],
  },
  {
    language: "Ruby",
    programs: ["ruby"],
    files: {
      "main.rb": `
require_relative "verify_webhook"
File.read("requests").split("\\n").each do |line|
  header, body = line.split("\\t")
  puts verify_webhook(ARGV[0], header, [body].pack("H*"))
end`,
    },
    commands: [["ruby", "main.rb"]],
  },
  {
    language: "PHP",
    programs: ["php"],
    files: {
      "main.php": `<?php
require 'verify_webhook.php';
foreach (explode("\\n", file_get_contents('requests')) as $line) {
    [$header, $body] = explode("\\t", $line);
    echo var_export(verify_webhook($argv[1], $header, hex2bin($body)), true), "\\n";
}`,
    },
    commands: [["php", "main.php"]],
  },
  {
    language: "Java",
    programs: ["java", "javac"],
    files: {
      "Main.java": `
import java.nio.file.*;
import java.util.HexFormat;

class Main {
    public static void main(String[] parameters) throws Exception {
        for (String line : Files.readString(Path.of("requests")).split("\\n")) {
            String[] parts = line.split("\\t");
            System.out.println(WebhookVerifier.verify(parameters[0], parts[0], HexFormat.of().parseHex(parts[1])));
        }
    }
}`,
    },
    commands: [
      ["javac", "Main.java", "WebhookVerifier.java"],
      ["java", "-Xshare:auto", "Main"],
    ],
  },
  {
    language: "C#",
    programs: ["mcs", "mono"],
    files: {
      // Mono lacks only the constant-time comparison of .NET.
      "Main.cs": `
using System;
using System.IO;
using System.Linq;

static class CryptographicOperations
{
    public static bool FixedTimeEquals(byte[] one, byte[] other) { return one.SequenceEqual(other); }
}

static class Program
{
    static void Main(string[] parameters)
    {
        foreach (var line in File.ReadAllText("requests").Split('\\n'))
        {
            var parts = line.Split('\\t');
            var body = Enumerable.Range(0, parts[1].Length / 2).Select(at => Convert.ToByte(parts[1].Substring(at * 2, 2), 16)).ToArray();
            Console.WriteLine(WebhookVerifier.Verify(parameters[0], parts[0], body) ? "true" : "false");
        }
    }
}`,
    },
    commands: [
      ["mcs", "-out:main.exe", "Main.cs", "WebhookVerifier.cs"],
      ["mono", "main.exe"],
    ],
  },
  {
    language: "Rust",
    programs: ["cargo"],
    needs: `${crates}/hmac-0.12.1`,
    files: {
      ".cargo/config.toml": `
[source.crates-io]
replace-with = "system"
[source.system]
directory = "${crates}"
`,
      "src/main.rs": `mod verify;

fn main() {
    let secret = std::env::args().nth(1).unwrap();
    for line in std::fs::read_to_string("requests").unwrap().split('\\n') {
        let (header, digits) = line.split_once('\\t').unwrap();
        let body: Vec<u8> = (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect();
        println!("{}", verify::verify(&secret, header, &body));
    }
}`,
    },
    commands: [["cargo", "run", "--quiet", "--offline", "--"]],
  },
];

function isHere({ programs, needs }: Language): boolean {
  if (process.platform === "win32") return programs.length === 0;
  const found = programs.every((program) => {
    try {
      execFileSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  });
  return found && (needs === undefined || existsSync(needs));
}

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const body = JSON.stringify({ eventId: "evt_1", comment: "Grüße — 日本" });

/** Returns requests with the expected result of verification. */
async function makeRequests(): Promise<{ header: string; body: string; accepted: boolean }[]> {
  const now = Math.floor(Date.now() / 1000);
  const good = await sign({ secret, body });
  const [time = "", signature = ""] = good.split(",");
  const other = `whsec_${"A".repeat(32)}`;
  const signedAt = (timestamp: number) => sign({ secret, body, timestamp });
  return [
    { header: good, body, accepted: true },
    { header: await sign({ secret: [other, secret], body }), body, accepted: true },
    { header: `${signature}, v0=1, ${time}`, body, accepted: true },
    { header: await signedAt(now - 240), body, accepted: true },
    { header: await signedAt(now - 400), body, accepted: false },
    { header: await signedAt(now + 400), body, accepted: false },
    { header: good, body: `${body} `, accepted: false },
    { header: await sign({ secret: other, body }), body, accepted: false },
    { header: good.slice(0, -1), body, accepted: false },
    { header: `${good.slice(0, -1)}ä`, body, accepted: false },
    { header: `${time},v1=`, body, accepted: false },
    { header: time, body, accepted: false },
    { header: signature, body, accepted: false },
    { header: `t=,${signature}`, body, accepted: false },
    { header: `t=+${now},${signature}`, body, accepted: false },
    { header: `${time},${good}`, body, accepted: false },
    { header: "nonsense", body, accepted: false },
  ];
}

// Skipped if the compiler or interpreter is not installed.
for (const one of languages)
  test.skipIf(!isHere(one))(
    `${one.language} verifies our signer's signatures`,
    { timeout: 120_000 },
    async () => {
      const { files, commands } = one;
      const folder = await mkdtemp(join(tmpdir(), "plugboard-verify-"));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      await linkPackages(folder);
      const snippets = (await readBlocks("guides/verify-a-webhook")).filter(({ name }) => name !== "");
      const requests = await makeRequests();
      const lines = requests.map((one) => `${one.header}\t${Buffer.from(one.body).toString("hex")}`);
      const all = {
        ...Object.fromEntries(snippets.map(({ name, code }) => [name, code])),
        ...files,
        "package.json": JSON.stringify({ type: "module" }),
        requests: lines.join("\n"),
      };
      for (const [file, text] of Object.entries(all)) {
        await mkdir(dirname(join(folder, file)), { recursive: true });
        await writeFile(join(folder, file), text);
      }
      let printed = "";
      for (const [index, [program, ...parameters]] of commands.entries())
        printed = await new Promise((resolve, reject) => {
          const own = index === commands.length - 1 ? [secret] : [];
          execFile(program, [...parameters, ...own], { cwd: folder }, (error, stdout) =>
            error === null ? resolve(stdout) : reject(error),
          );
        });
      expect(printed.trim().split(/\s+/)).toEqual(requests.map(({ accepted }) => String(accepted)));
    },
  );
