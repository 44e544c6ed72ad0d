import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "../../http/src/find-free-port.ts";

/** A RabbitMQ server on a free port of 127.0.0.1, with its own data. */
export interface RabbitMq {
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** Kills the server without a shutdown. */
  kill(): Promise<void>;
  /** Starts the server again with its data. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Options of `startRabbitMq`. */
export interface RabbitMqOptions {
  /** Defaults to RabbitMQ's limit. */
  readonly maxMessageBytes?: number;
}

// Not the script in /usr/sbin, which changes to the user of the system's own server.
const command = "/usr/lib/rabbitmq/bin/rabbitmq-server";
const login = { username: "acme", password: "p@ss/word" };

/** Returns whether RabbitMQ is installed, for example by Debian's package `rabbitmq-server`. */
export function hasRabbitMq(): boolean {
  return existsSync(command);
}

/** Starts a server. It takes about six seconds. */
export async function startRabbitMq({ maxMessageBytes }: RabbitMqOptions = {}): Promise<RabbitMq> {
  const folder = await mkdtemp(join(tmpdir(), "rabbitmq-"));
  const port = await findFreePort();
  // Of Erlang's distribution, and of epmd, which maps node names to ports.
  const [clusterPort, namesPort] = [await findFreePort(), await findFreePort()];
  const settings = [
    `listeners.tcp.1 = 127.0.0.1:${port}`,
    `default_user = ${login.username}`,
    `default_pass = ${login.password}`,
    ...(maxMessageBytes === undefined ? [] : [`max_message_size = ${maxMessageBytes}`]),
  ];
  await writeFile(join(folder, "rabbitmq.conf"), `${settings.join("\n")}\n`);
  await writeFile(join(folder, "enabled_plugins"), "[].\n");
  const env = {
    ...process.env,
    HOME: folder,
    ERL_EPMD_PORT: String(namesPort),
    // Erlang writes it to the working directory otherwise.
    ERL_CRASH_DUMP: join(folder, "erl_crash.dump"),
    RABBITMQ_NODENAME: `test${port}@localhost`,
    RABBITMQ_MNESIA_BASE: join(folder, "data"),
    RABBITMQ_LOG_BASE: folder,
    RABBITMQ_DIST_PORT: String(clusterPort),
    RABBITMQ_CONFIG_FILE: join(folder, "rabbitmq.conf"),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, "enabled_plugins"),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: "+S 1:1 -kernel inet_dist_use_interface {127,0,0,1}",
  };

  // The server would start it as a daemon, which stays.
  const names = spawn("epmd", ["-address", "127.0.0.1", "-port", String(namesPort)], { stdio: "ignore" });

  async function start(): Promise<ChildProcess> {
    // A process group of its own: the script starts the server as a child.
    const child = spawn(command, { stdio: "ignore", detached: true, env });
    for (let tries = 0; !(await isListening(port)); tries += 1) {
      if (tries === 600 || child.exitCode !== null) throw new Error(`RabbitMQ did not start; see ${folder}`);
      await delay(50);
    }
    return child;
  }

  let server = await start();

  async function kill(): Promise<void> {
    if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once("exit", resolve));
    process.kill(-server.pid, "SIGKILL");
    await ended;
  }

  return {
    port,
    ...login,
    kill,
    async restart() {
      server = await start();
    },
    async close() {
      await kill();
      names.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
