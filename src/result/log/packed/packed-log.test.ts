import { randomBytes } from "node:crypto";
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { KareninaError, sha256 } from "../../../base/index.ts";
import { isThorough } from "../../../base/testing/property-runs.ts";
import {
  openResultLog,
  openResultsFile,
  readResultLog,
  readResultLogEntries,
  readResultLogRows,
  readResultLogWalks,
  scanResultLog,
  VerificationResultSet,
} from "../../index.ts";
import { sampleResult } from "../../testing/sample-result.ts";
import { sampleWalk } from "../../testing/sample-walk.ts";
import { lookThrough } from "../index-log.ts";
import { storedIndex, storeIndex } from "../stored-index.ts";
import { isPackedFile } from "./read-packed.ts";

let folder = "";
let packed = "";
let plain = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "packed-log-"));
  packed = path.join(folder, "run.jsonl.zst");
  plain = path.join(folder, "run.jsonl");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const header = {
  benchmark: { name: "b", fingerprint: "f" },
  configFingerprint: "c",
  startedAt: "2025-01-02T03:04:05.000Z",
  scenarios: [],
};
const { walk, results: turns } = sampleWalk();

/** Text that packs badly, so that a row has several blocks. */
const noise = (length: number, seed = 1) => {
  let [text, state] = ["", seed];
  while (text.length < length) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    text += state.toString(36);
  }
  return text.slice(0, length);
};

const rowOf = (name: string, length = 40) =>
  sampleResult({
    metadata: { questionId: `q ${name}`, questionText: `é😀 ${name}` },
    template: { rawLlmResponse: noise(length, 1 + name.length + (name.codePointAt(0) ?? 0)) },
  });

/** A log of results of some lengths, and a walk; gives its bytes as they were before it was closed. */
async function writeLog(file: string, lengths: readonly number[]): Promise<Buffer> {
  await using log = await openResultLog(file, header);
  for (const [at, length] of lengths.entries())
    await log.append(`task ${at}`, rowOf(`${at}`, length), { place: at });
  for (const [at, result] of turns.entries()) await log.append(`w|${at}`, result, { walk: "w", place: 99 });
  await log.appendWalk("w", walk, { place: 99 });
  return await readFile(file);
}

const few = [40, 4000, 40];
const long = Array.from({ length: 9 }, () => 80_000);

const entriesOf = (file: string) => Array.fromAsync(readResultLogEntries(file));

const errorOf = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!KareninaError.isInstance(error)) throw new Error("no KareninaError was thrown");
  return error;
};

/** Whole frames that other programs make: with their length and a checksum, or in the middle of lines. */
const foreign = (text: Buffer, size: number) => {
  const frames = [Buffer.from("502a4d1803000000aabbcc", "hex")];
  for (let at = 0; at < text.length; at += size)
    frames.push(
      zstdCompressSync(text.subarray(at, at + size), { params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    );
  return Buffer.concat(frames);
};

describe("a packed log", () => {
  test.each([["few", few] as const, ["long", long] as const])(
    "says what a plain one says: %s rows",
    async (_, rows) => {
      await writeLog(packed, rows);
      await writeLog(plain, rows);
      expect((await stat(packed)).size).toBeLessThan((await stat(plain)).size);
      expect(await entriesOf(packed)).toEqual(await entriesOf(plain));
      expect(await Array.fromAsync(readResultLogWalks(packed))).toEqual(
        await Array.fromAsync(readResultLogWalks(plain)),
      );
      const wanted = new Set([1, 3]);
      expect(await Array.fromAsync(readResultLogRows(packed, wanted))).toEqual(
        await Array.fromAsync(readResultLogRows(plain, wanted)),
      );
      const order = ["w|0", "task 2", "task 0", "task 1"];
      expect(await Array.fromAsync(readResultLog(packed, { orderedBy: order }))).toEqual(
        await Array.fromAsync(readResultLog(plain, { orderedBy: order })),
      );
      const [one, other] = [
        await VerificationResultSet.fromLog(packed),
        await VerificationResultSet.fromLog(plain),
      ];
      expect([...one]).toEqual([...other]);
      expect(one.at(-1)).toEqual(other.at(-1));
    },
  );

  test("is a file of zstd: of one short frame, whose text is the plain log", async () => {
    await writeLog(packed, few);
    await writeLog(plain, few);
    expect(zstdDecompressSync(await readFile(packed))).toEqual(await readFile(plain));
  });

  test("has each result on the disk before the next", async () => {
    await using log = await openResultLog(packed, header);
    for (const at of [0, 1, 2]) {
      await log.append(`task ${at}`, rowOf("a"));
      expect((await scanResultLog(packed)).lineOfTask.size).toBe(at + 1);
    }
  });

  test("cut off anywhere goes on, and comes to what it comes to undisturbed", async () => {
    const open = await writeLog(packed, [40, 300, 40]);
    const byTask = async () =>
      (await entriesOf(packed)).toSorted((left, right) => (left.task < right.task ? -1 : 1));
    const whole = await byTask();
    for (let end = 0; end <= open.length; end += 31) {
      await writeFile(packed, open.subarray(0, end));
      const before = (await entriesOf(packed).catch(() => [])).map(({ task }) => task);
      await using log = await openResultLog(packed, header);
      const kept = end - log.removedBytes;
      expect((await readFile(packed)).subarray(0, kept)).toEqual(open.subarray(0, kept));
      for (const { task, result, walk: of, place } of whole)
        if (!before.includes(task))
          await log.append(task, result, { walk: of ?? undefined, place: place ?? undefined });
      await log[Symbol.asyncDispose]();
      expect(await byTask()).toEqual(whole);
    }
  });

  test("keeps the rows before one that was cut off between its blocks", async () => {
    const file = path.join(folder, "whole.jsonl.zst");
    const open = await writeLog(file, [40, 240_000]);
    await writeFile(packed, open.subarray(0, 150_000));
    const torn: number[] = [];
    const read = await Array.fromAsync(
      readResultLogEntries(packed, { onTornLine: (line) => torn.push(line) }),
    );
    expect(read.map(({ task }) => task)).toEqual(["task 0"]);
    expect(torn).toEqual([3]);
    {
      await using log = await openResultLog(packed, header);
      expect(log.removedBytes).toBeGreaterThan(100_000);
      await log.append("later", rowOf("later"));
    }
    expect((await entriesOf(packed)).map(({ task }) => task)).toEqual(["task 0", "later"]);
  });

  test("gets the end of a last line that only lacks that", async () => {
    await writeLog(plain, few);
    await writeFile(packed, zstdCompressSync((await readFile(plain)).subarray(0, -1)));
    {
      await using log = await openResultLog(packed, header);
      await log.append("later", rowOf("later"));
    }
    const { lineOfTask } = await scanResultLog(packed);
    expect([...lineOfTask.keys()].at(-1)).toBe("later");
    expect((await Array.fromAsync(readResultLogWalks(packed))).length).toBe(1);
  });

  test("gone on with stays what it is, whatever its name", async () => {
    await writeLog(plain, few);
    await writeFile(packed, await readFile(plain));
    await (await openResultLog(packed, header))[Symbol.asyncDispose]();
    expect(await isPackedFile(packed)).toBe(false);
    expect(await readFile(packed)).toEqual(await readFile(plain));
  });
});

describe("a log that another program packed", () => {
  test.each([70, 5000, 1e9])("opens, in frames of %d bytes", async (size) => {
    await writeLog(plain, few);
    await writeFile(packed, foreign(await readFile(plain), size));
    expect(await entriesOf(packed)).toEqual(await entriesOf(plain));
    {
      await using log = await openResultLog(packed, header);
      await log.append("later", rowOf("later"));
    }
    expect((await entriesOf(packed)).length).toBe((await entriesOf(plain)).length + 1);
  });

  test("opens soon, however many frames it has that are passed over", async () => {
    await writeLog(plain, few);
    const passedOver = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]);
    const frames = Buffer.alloc(100_000 * passedOver.length, passedOver);
    await writeFile(packed, Buffer.concat([zstdCompressSync(await readFile(plain)), frames]));
    expect(await entriesOf(packed)).toHaveLength((await entriesOf(plain)).length);
  });

  test("and that was cut off says what it still holds, and is not added to", async () => {
    await writeLog(plain, long);
    const whole = foreign(await readFile(plain), 1e9);
    await writeFile(packed, whole.subarray(0, Math.floor(whole.length / 2)));
    const left = await entriesOf(packed);
    expect(left).toEqual((await entriesOf(plain)).slice(0, left.length));
    expect(left.length).toBeGreaterThan(2);
    const { code, message, hint } = await errorOf(openResultLog(packed, header));
    expect(code).toBe("invalid_input");
    expect(message).toContain("its end is not as karenina packs logs");
    expect(hint).toContain(`zstd -dc ${packed}`);
  });
});

describe("what is wrong with a packed log is told", () => {
  test("bytes that are no frame, by their place", async () => {
    await writeLog(packed, few);
    const { size } = await stat(packed);
    await appendFile(packed, "garbage");
    const { code, message } = await errorOf(scanResultLog(packed));
    expect(code).toBe("file_unreadable");
    expect(message).toBe(
      `${packed} is damaged in the frame that begins at byte ${size}: what stands there is no frame of zstd.`,
    );
  });

  test("a frame that does not unpack, by its place", async () => {
    await writeLog(plain, long);
    const first = foreign(await readFile(plain), 1e9);
    const second = zstdCompressSync(noise(4000), { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    second.writeUInt8((second.at(-1) ?? 0) ^ 1, second.length - 1);
    await writeFile(packed, Buffer.concat([first, second]));
    const opened = await openResultsFile(packed, folder, () => undefined);
    const { message } = await errorOf(Array.fromAsync(opened.read()));
    expect(message).toContain(`is damaged in the frame that begins at byte ${first.length}: `);
  });

  test.runIf(isThorough)("a small file that unpacks to a line without end", async () => {
    // a frame of blocks of one byte that is repeated, 128 kB of text in 4 bytes
    const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]);
    const block = Buffer.alloc(4);
    block.writeUIntLE((1 << 1) | ((128 * 1024) << 3), 0, 3);
    await writeLog(plain, few);
    const start = zstdCompressSync(await readFile(plain));
    const endless = Array.from({ length: 8000 }, () => block);
    await writeFile(packed, Buffer.concat([start, head, ...endless, Buffer.from([1, 0, 0])]));
    expect((await stat(packed)).size).toBeLessThan(50_000);
    const { code, message } = await errorOf(scanResultLog(packed));
    expect(code).toBe("file_unreadable");
    expect(message).toMatch(/run\.jsonl\.zst line \d+: expected at most 256 MB, found 257 MB/);
  });
});

describe("the index of a packed log", () => {
  const store = () => storeIndex(packed, () => lookThrough(packed), 0);
  const index = () => `${packed}.index`;

  test("is what looking through it finds, and what reads its results", async () => {
    await writeLog(packed, long);
    await store();
    const { header: _, tornLine: __, ...lines } = await lookThrough(packed);
    expect(lines.frames?.length).toBeGreaterThan(2);
    expect(await storedIndex(packed)).toEqual(lines);
    const opened = await openResultsFile(packed, folder, () => undefined);
    const [one, ...others] = await Array.fromAsync(opened.read(7));
    expect(others).toEqual([]);
    expect(one?.metadata.questionId).toBe("q 7");
  });

  test("is left beside a long one by its run, and goes when that goes on", async () => {
    {
      await using log = await openResultLog(packed, header);
      for (let at = 0; at < 6; at += 1) {
        const rawLlmResponse = randomBytes(400_000).toString("base64");
        await log.append(`task ${at}`, sampleResult({ template: { rawLlmResponse } }), { place: at });
      }
    }
    expect((await storedIndex(packed))?.places.size).toBe(6);
    await using log = await openResultLog(packed, header);
    expect(await storedIndex(packed)).toBeUndefined();
    await log.append("later", rowOf("later"));
    expect((await scanResultLog(packed)).lineOfTask.size).toBe(7);
  });

  test.each<[string, (text: string) => string]>([
    [
      "frames beyond the end",
      (text) => text.replace(/"frames":\{"start":\[0,\d+/, '"frames":{"start":[0,99999999'),
    ],
    ["frames out of order", (text) => text.replace(/"frames":\{"start":\[0/, '"frames":{"start":[9999')],
    ["fewer lengths than frames", (text) => text.replace(/("frames":.*"length":\[)\d+,/, "$1")],
  ])("is not believed with %s", async (_, change) => {
    await writeLog(packed, long);
    await store();
    const [head = "", text = ""] = (await readFile(index(), "utf8")).split("\n");
    expect(change(text)).not.toBe(text);
    const { log, ...others } = JSON.parse(head);
    const digest = sha256(`${JSON.stringify(log)}\n${change(text)}`);
    await writeFile(index(), `${JSON.stringify({ ...others, log, digest })}\n${change(text)}\n`);
    expect(await storedIndex(packed)).toBeUndefined();
  });
});
