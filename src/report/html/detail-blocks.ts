import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { ResultDetail } from "./report-data.ts";

/** Where blocks of details go, in order: each a list of results as JSON, compressed by gzip, in base64. */
export type WriteBlock = (base64: string) => Promise<void>;

/** Gathers details of results into blocks that a page can open one by one. */
export interface DetailBlocks {
  add(view: ResultDetail): Promise<void>;
  /** Writes the last block; the first result of each block. */
  end(): Promise<readonly number[]>;
}

/** So much JSON is in a block; a result is never divided. */
const blockCharacters = 192 * 1024;
/** Of more blocks than these, compressed at the same time, the first is waited for. */
const mostAtOnce = 4;

const compress = promisify(gzip);

/** JSON, compressed by gzip, in base64. */
export async function packJson(json: string): Promise<string> {
  return (await compress(json)).toString("base64");
}

/** Opens blocks without results. */
export function detailBlocks(write: WriteBlock): DetailBlocks {
  const starts: number[] = [];
  let waiting: Promise<string>[] = [];
  let texts: string[] = [];
  let size = 0;
  let results = 0;

  async function flush(): Promise<void> {
    if (texts.length === 0) return;
    starts.push(results - texts.length);
    const packed = packJson(`[${texts.join(",")}]`);
    // it is awaited later, and then throws
    packed.catch(() => undefined);
    waiting.push(packed);
    texts = [];
    size = 0;
    if (waiting.length >= mostAtOnce) await writeFirst();
  }

  async function writeFirst(): Promise<void> {
    const [first, ...rest] = waiting;
    waiting = rest;
    if (first !== undefined) await write(await first);
  }

  return {
    async add(view) {
      const json = JSON.stringify(view);
      texts.push(json);
      size += json.length;
      results++;
      if (size >= blockCharacters) await flush();
    },
    async end() {
      await flush();
      while (waiting.length > 0) await writeFirst();
      return starts;
    },
  };
}
