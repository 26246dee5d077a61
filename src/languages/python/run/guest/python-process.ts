import { readFileSync } from "node:fs";
import { join } from "node:path";
import { closeProcess } from "./close-process.ts";
import { readFrame, writeFrame } from "./frames.ts";
import { startInterpreter } from "./interpreter.ts";
import { limitMemory } from "./limit-memory.ts";
import { createRealm } from "./realm.ts";
import { prepareShell } from "./shell.ts";

/**
 * The process in which Python code from files runs. Its argument is pyodide's folder. The first frame it reads is a
 * `Beginning` as JSON, the second the programs, or the memory to begin with. It answers with its memory, and ends, or with
 * an empty frame, and then each request with one reply.
 */
export interface Beginning {
  readonly begins: "programs" | "snapshot";
  readonly memoryBytes: number;
}

/** Longest reply, in UTF-16 units. */
const longestReply = 1_000_000;

async function main(folder: string): Promise<void> {
  const text = (bytes: Uint8Array = new Uint8Array()) => new TextDecoder().decode(bytes);
  const beginning: Beginning = JSON.parse(text(readFrame()));
  const content = readFrame() ?? new Uint8Array();
  const file = (name: string) => readFileSync(join(folder, name));
  const [loader, program, lockFile] = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide-lock.json"].map((name) =>
    file(name).toString(),
  );
  const binary = file("pyodide.asm.wasm");
  if (!limitMemory(binary, beginning.memoryBytes)) throw new Error("this pyodide cannot be limited");
  const library = file("python_stdlib.zip");
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
  const exit = process.exit.bind(process);

  const realm = createRealm();
  closeProcess();

  const shell = realm.make(prepareShell)();
  shell.setFile("pyodide.asm.wasm", realm.copyBytes(binary));
  shell.setFile("python_stdlib.zip", realm.copyBytes(library));
  const isSnapshot = beginning.begins === "snapshot";
  const interpreter = await realm.make(startInterpreter)(
    await realm.load("pyodide.mjs", loader ?? ""),
    await realm.load("pyodide.asm.mjs", program ?? ""),
    lockFile ?? "",
    isSnapshot ? "" : decoder.decode(content),
    isSnapshot ? realm.copyBytes(content) : undefined,
  );
  writeFrame(isSnapshot ? new Uint8Array() : interpreter.snapshot());
  while (isSnapshot) {
    const request = readFrame();
    if (request === undefined) break;
    writeFrame(encoder.encode(replyTo(decoder.decode(request))));
  }
  exit(0);

  function replyTo(request: string): string {
    let reply: unknown;
    try {
      reply = interpreter.call(request);
    } catch {
      return '{"broken":"depth"}';
    }
    if (shell.isFull() !== false) return '{"broken":"memory"}';
    if (typeof reply !== "string") return '{"broken":"reply"}';
    return reply.length > longestReply ? '{"broken":"length"}' : reply;
  }
}

await main(process.argv[2] ?? "");
