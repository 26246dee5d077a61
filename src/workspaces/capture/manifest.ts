import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { type Clock, isoTimestamp, writeFileAtomically } from "../../base/index.ts";
import { type ManifestEntry, manifestLine } from "./manifest-entry.ts";

/** What was captured into one folder. */
export interface CaptureManifest {
  /** Adds a line to `manifest.jsonl`; lines of tasks that end together do not mix. */
  add(entry: ManifestEntry): Promise<void>;
  /** Writes all lines, also of earlier runs, as `manifest.json`. Without a line of this run, nothing is done. */
  compact(): Promise<void>;
}

/** Opens the manifest of a folder for captures. */
export function captureManifest(folder: string, clock: Clock): CaptureManifest {
  const lines = path.join(folder, "manifest.jsonl");
  let last: Promise<void> = Promise.resolve();
  let added = false;
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const ended = last.then(work);
    last = ended.catch(() => undefined);
    return ended;
  };
  return {
    add: (entry) =>
      inTurn(async () => {
        await appendLine(lines, manifestLine(entry));
        added = true;
      }),
    compact: () =>
      inTurn(async () => {
        if (!added) return;
        await writeFileAtomically(path.join(folder, "manifest.json"), compacted(lines, isoTimestamp(clock)));
        added = false;
      }),
  };
}

async function appendLine(file: string, line: string): Promise<void> {
  await using handle = await open(file, "a+");
  const { size } = await stat(file);
  const cut = size > 0 && (await handle.read(Buffer.alloc(1), 0, 1, size - 1)).buffer.toString() !== "\n";
  // a line that a run could not finish stays apart from this one
  await handle.appendFile(`${cut ? "\n" : ""}${line}\n`);
}

async function* compacted(lines: string, generatedAt: string): AsyncGenerator<string> {
  yield `{\n  "entries": [`;
  let first = true;
  for await (const line of createInterface({
    input: createReadStream(lines),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (!isObject(line)) continue;
    yield `${first ? "" : ","}\n    ${line}`;
    first = false;
  }
  yield `${first ? "" : "\n  "}],\n  "format_version": "1.0",\n  "generated_at": ${JSON.stringify(generatedAt)}\n}\n`;
}

/** False for what a run could not finish writing. */
function isObject(line: string): boolean {
  try {
    return line.startsWith("{") && typeof JSON.parse(line) === "object";
  } catch {
    return false;
  }
}
