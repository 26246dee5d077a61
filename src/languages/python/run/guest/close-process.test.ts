import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { confinedNode } from "../python-process.ts";

/** What code that got out of its realm would try, in the process that is closed. Each gives something true if it works. */
const tries = `{
  "a module": () => import("node:net"),
  "a module that is loaded": () => import("node:fs"),
  "text as a module": () => import("data:text/javascript,export default 1"),
  "getBuiltinModule": () => kept.process.getBuiltinModule("net"),
  "its prototype": () => Object.getPrototypeOf(kept.process).getBuiltinModule("net"),
  "a binding": () => kept.process.binding("tcp_wrap"),
  "a linked binding": () => kept.process._linkedBinding("tcp_wrap"),
  "the main module": () => kept.process.mainModule.require("net"),
  "a signal": () => kept.process.kill(kept.process.ppid, 0),
  "a native module": () => kept.process.dlopen({ exports: {} }, "/tmp/x.node"),
  "fetch": () => fetch,
  "a web socket": () => WebSocket,
  "an event source": () => EventSource,
  "process": () => process,
  "Buffer": () => Buffer,
  "eval": () => (0, eval)("1"),
  "Function": () => Function("return 1")(),
  "an async function": () => (async () => 1).constructor("return 1")(),
  "a change of the language": () => { "use strict"; Object.prototype.polluted = 1; return ({}).polluted; },
  "a file": () => kept.fs.readFileSync("/etc/passwd"),
  "a new file": () => kept.fs.writeFileSync("/tmp/new-file-of-a-test", "x") ?? true,
  "a program": () => kept.spawnSync("id").stdout,
  "a thread": () => new kept.Worker("1", { eval: true }),
}`;

test("nothing is left in a process that is closed, for code that got out of its realm", () => {
  const program = `
import fs from "node:fs";
import { spawnSync } from "node:child_process";
import { Worker } from "node:worker_threads";
import { closeProcess } from ${JSON.stringify(new URL("./close-process.ts", import.meta.url).href)};
const kept = { process, fs, spawnSync, Worker };
closeProcess();
const tries = ${tries};
const got = [];
for (const [name, attempt] of Object.entries(tries)) {
  try {
    if (await attempt()) got.push(name);
  } catch {}
}
fs.writeSync(1, JSON.stringify({ made: Object.keys(tries).length, got }));
`;
  const args = [...confinedNode([import.meta.dirname]), "--input-type=module", "--eval", program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: {} });
  expect({ stdout, stderr }).toEqual({ stdout: JSON.stringify({ made: 23, got: [] }), stderr: "" });
});
