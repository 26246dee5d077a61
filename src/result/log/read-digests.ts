import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { type Digester, type DigestReply, type DigestThread, startDigestThread } from "./digest-thread.ts";
import type { LinePlace } from "./log-entry.ts";
import { framesOfPlaces, isHeldAtOnce, type LogBytes, lastUnpackedFrame } from "./packed/log-bytes.ts";
import { type OnBadLine, readingBlock, readPlaces } from "./read-places.ts";

/** A digest, and where its result stands. */
export type PlacedDigest<Digest> = readonly [LinePlace, Digest];

/** Where threads read, and how much at once. */
export interface ThreadOptions {
  /** Results that are longer together, in bytes, are read in threads. Default 32 MB, which take as long as threads to start. */
  readonly longerThan?: number;
  /** How many results are read at once. Default 500, or fewer long ones. */
  readonly atOnce?: number;
  /** How many threads work at once, this one among them; up to three are used. Default: as many as the machine has. */
  readonly cores?: number;
}

/** How digests are read. */
export interface ReadDigestsOptions extends ThreadOptions {
  /** See `readPlaces`. */
  readonly onBadLine?: OnBadLine;
}

const worthThreads = 32e6;
const lineEnd = 0x0a;

/** What is read at once. */
const batchBytes = 4e6;
const batchResults = 500;
/** So many batches are asked for before the first is taken, so that no thread waits for the next. */
const ahead = 6;

/**
 * The digests of the results at places of a log, in the order that is given, some at a time. Long logs are read in threads, which
 * changes nothing but how long it takes: what a thread cannot read is read here once more, and errors are those of
 * `readPlaces`.
 */
export async function* readDigests<Digest>(
  log: LogBytes,
  places: readonly LinePlace[],
  digester: Digester<Digest>,
  options: ReadDigestsOptions = {},
): AsyncGenerator<Iterable<PlacedDigest<Digest>>> {
  const { onBadLine, longerThan = worthThreads, atOnce = batchResults } = options;
  const block = readingBlock();
  const unpacked = lastUnpackedFrame();
  const readHere = function* (batch: readonly LinePlace[]): Generator<PlacedDigest<Digest>> {
    const digest = digester.start();
    for (const [place, result] of readPlaces({ ...log, unpacked }, batch, onBadLine, block))
      yield [place, digest(result)];
  };
  const bytes = places.reduce((sum, { length }) => sum + length, 0);
  const cores = bytes > longerThan && !isHeldAtOnce(log) ? (options.cores ?? availableParallelism()) : 1;
  await using threads = new AsyncDisposableStack();
  const readers = readersOn(cores, () => threads.use(startDigestThread(digester)));
  const batches = [...batchesOf(places, atOnce)];
  const asked: (Promise<DigestReply> | null)[] = [];
  for (const [at, batch] of batches.entries()) {
    while (asked.length < Math.min(batches.length, at + ahead)) {
      const reader = readers[asked.length % readers.length] ?? null;
      const next = batches[asked.length] ?? [];
      const frames = framesOfPlaces(log.frames, next);
      asked.push(reader?.ask({ file: log.file, frames, places: next }) ?? null);
    }
    // others get their turn: timers, and whoever interrupts
    const digests = (await asked[at]) ?? (await setImmediate(null));
    asked[at] = null;
    yield digests === null ? readHere(batch) : digestsIn<Digest>(digests, batch);
  }
}

/** Who reads each next batch; null: this thread, which adds up what others read, a third of the work of two cores. */
function readersOn(cores: number, start: () => DigestThread): readonly (DigestThread | null)[] {
  if (cores < 2) return [null];
  const thread = start();
  return cores === 2 ? [thread, thread, null] : [thread, start()];
}

function* digestsIn<Digest>(
  { buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>,
  places: readonly LinePlace[],
): Generator<PlacedDigest<Digest>> {
  const lines = Buffer.from(buffer, byteOffset, byteLength);
  let start = 0;
  for (const place of places) {
    const end = lines.indexOf(lineEnd, start);
    // it is what the digester gave in a thread
    yield [place, JSON.parse(lines.toString("utf8", start, end)) as Digest];
    start = end + 1;
  }
  // gives its memory back now: much would wait for the garbage collector otherwise
  buffer.transfer(0);
}

function* batchesOf(places: readonly LinePlace[], atOnce: number): Generator<readonly LinePlace[]> {
  let batch: LinePlace[] = [];
  let bytes = 0;
  for (const place of places) {
    batch.push(place);
    bytes += place.length;
    if (bytes < batchBytes && batch.length < atOnce) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
