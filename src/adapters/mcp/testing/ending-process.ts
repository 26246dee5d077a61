// A process of its own that uses a program and a server over HTTP, and then ends as its first argument says.
import { call, faultServer, hurriedClock, sourceOf } from "./fault-source.ts";
import { httpFaultServer } from "./http-fault-server.ts";

const [how, notes = ""] = process.argv.slice(2);
const http = await httpFaultServer();
const source = sourceOf(
  [faultServer("stubborn", notes), { name: "http", transport: "http", url: http.url }],
  {
    clock: hurriedClock,
  },
);
const { text } = await call(source, "echo", { id: "connected" });
process.stdout.write(text);
if (how === "exits") process.exit();
await source[Symbol.asyncDispose]();
await http[Symbol.asyncDispose]();
