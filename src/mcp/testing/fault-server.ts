// A server on standard input and output that misbehaves as its first argument says; started as a process by the tests.
// Only those that need it load the protocol's package.
import { spawn } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { answerLines, type LineTool } from "./answer-lines.ts";

const [mode = "plain", notes = ""] = process.argv.slice(2);

if (mode === "exits") {
  process.stderr.write(
    `${"x".repeat(5000)}\ncannot open the database with ${process.env.DATABASE_PASSWORD}\n`,
  );
  process.exit(3);
}
if (mode === "hangs") setInterval(() => undefined, 1000);
else if (mode === "floods") flood();
else if (mode === "stubborn") stay();
else if (mode === "quick") {
  appendFileSync(notes, "started\n");
  serve();
} else await import("./fault-tools.ts");

/** Asks and asks, and answers nothing. */
function flood(): void {
  const many = `${notes}\n`.repeat(100);
  const more = () => process.stdout.write(many, () => setImmediate(more));
  process.stdin.resume();
  more();
}

/** Hears no plea to end, and neither does what it starts. */
function stay(): void {
  process.on("SIGTERM", () => undefined);
  setInterval(() => undefined, 1000);
  const script = "process.on('SIGTERM', () => 0); setInterval(() => 0, 1000)";
  const grandchild = spawn(process.execPath, ["-e", script], { stdio: "ignore" });
  writeFileSync(notes, `${process.pid} ${grandchild.pid}`);
  const hang: LineTool = {
    ...{ name: "hang", description: "Never answers.", fields: [], type: "string" },
    call: () => void appendFileSync(notes, "called\n"),
  };
  serve(hang);
}

function serve(...others: readonly LineTool[]): void {
  const search: LineTool = {
    ...{ name: "search", description: "Searches.", fields: ["query"], type: "string" },
    call: ({ query }) => `${mode} found ${query}`,
  };
  process.stdout.write("a line that is no message\n");
  answerLines("faults", [search, ...others]);
}
