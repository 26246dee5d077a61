// A process of its own that uses a program and a server over HTTP, and then ends as its first argument says.
import { systemClock } from "../../base/index.ts";
import { mcpSearch } from "../../search/index.ts";
import { call, faultServer, laterTenfoldClock, sourceOf } from "./fault-source.ts";
import { httpFaultServer } from "./http-fault-server.ts";

const [how, notes = ""] = process.argv.slice(2);
const http = await httpFaultServer();
const program = faultServer("stubborn", notes);
const clock = laterTenfoldClock();
const source = sourceOf(
  [...(how === "exits with a search" ? [] : [program]), { name: "http", transport: "http", url: http.url }],
  { clock },
);
const search = mcpSearch({ server: program, tool: "search", environment: process.env, clock: systemClock });
if (how === "exits with a search") await search.search(["BCL2"]);
const { text } = await call(source, "echo", { id: "connected" });
process.stdout.write(text);
clock.hurry();
if (how === "disposes") {
  await source[Symbol.asyncDispose]();
  await search[Symbol.asyncDispose]();
  await http[Symbol.asyncDispose]();
} else if (how === "is killed") process.kill(process.pid, "SIGKILL");
else process.exit();
