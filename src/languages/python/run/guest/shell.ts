/** What the interpreter's loader asks its surroundings for, and what it tells of its memory. */
export interface Shell {
  /** Gives a file that the loader will read, by its name. */
  setFile(name: string, content: Uint8Array | string): void;
  /** True once more memory was asked for than there may be: what the code made of that is worth nothing. */
  isFull(): boolean;
}

declare const WebAssembly: {
  instantiate(source: unknown, imports?: { env?: Record<string, unknown> }): unknown;
};

/**
 * Makes a realm look like a bare shell of JavaScript, which is all that the interpreter needs. Stands alone: it is sent to
 * the realm as its text.
 */
export function prepareShell(): Shell {
  const files = new Map<string, Uint8Array | string>();
  const fileOf = (path: string) => files.get(path.replace(/^.*\//, ""));
  const bytesOf = (content: ArrayBuffer | ArrayBufferView) =>
    "buffer" in content
      ? new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
      : new Uint8Array(content);
  const bytesOfText = (text: string) =>
    Uint8Array.from(encodeURIComponent(text.toWellFormed()).match(/%..|[^%]/g) ?? [], (part) =>
      part.length === 1 ? part.charCodeAt(0) : Number.parseInt(part.slice(1), 16),
    );

  const decodeUtf8 = (bytes: Uint8Array): string => {
    let text = "";
    for (let at = 0; at < bytes.length; ) {
      const first = bytes[at] ?? 0;
      const count = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
      const rest = bytes.subarray(at + 1, at + count);
      if (count === 0 || rest.length < count - 1 || rest.some((byte) => byte >> 6 !== 2)) {
        text += "\uFFFD";
        at += 1;
        continue;
      }
      const start = count === 1 ? first : first & (0x7f >> count);
      const point = rest.reduce((value, byte) => (value << 6) | (byte & 0x3f), start);
      text += point > 0x10ffff ? "\uFFFD" : String.fromCodePoint(point);
      at += count;
    }
    return text;
  };

  const decodeUnits = (bytes: Uint8Array, size: 1 | 2): string => {
    let text = "";
    for (let at = 0; at + size <= bytes.length; at += size)
      text += String.fromCharCode((bytes[at] ?? 0) | (size === 2 ? (bytes[at + 1] ?? 0) << 8 : 0));
    return text;
  };

  class Decoder {
    readonly encoding: string;

    constructor(encoding = "utf-8") {
      this.encoding = encoding;
    }

    decode(content: ArrayBuffer | ArrayBufferView): string {
      if (/^utf-?16/i.test(this.encoding)) return decodeUnits(bytesOf(content), 2);
      return /^utf-?8$/i.test(this.encoding)
        ? decodeUtf8(bytesOf(content))
        : decodeUnits(bytesOf(content), 1);
    }
  }

  class Encoder {
    encode(text = ""): Uint8Array {
      return bytesOfText(text);
    }

    encodeInto(text: string, target: Uint8Array): { read: number; written: number } {
      const bytes = bytesOfText(text);
      target.set(bytes);
      return { read: text.length, written: bytes.length };
    }
  }

  const memory = { isFull: false };
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = (source, imports) => {
    const resize = imports?.env?.["emscripten_resize_heap"];
    if (imports?.env !== undefined && typeof resize === "function") {
      imports.env["emscripten_resize_heap"] = (size: number) => {
        const grown: unknown = resize(size);
        if (grown !== true && grown !== 1) memory.isFull = true;
        return grown;
      };
    }
    return instantiate(source, imports);
  };

  /** The interpreter seeds its hashes and its random numbers with this: they are the same each time. */
  const zeros = (count: number) =>
    "AAAA".repeat(Math.floor(count / 3)) + (["", "AA==", "AAA="][count % 3] ?? "");
  Object.assign(globalThis, {
    read: fileOf,
    readbuffer: (path: string) => (fileOf(path) as Uint8Array).buffer,
    load: () => undefined,
    print: () => undefined,
    setTimeout: (task: () => void) => void Promise.resolve().then(task),
    clearTimeout: () => undefined,
    performance: { now: () => Date.now(), timeOrigin: 0 },
    os: {
      system: (_: string, [, command]: string[]) => zeros(Number(/head -c(\d+)/.exec(command ?? "")?.[1])),
    },
    TextDecoder: Decoder,
    TextEncoder: Encoder,
  });
  return {
    setFile: (name, content) => void files.set(name, content),
    isFull: () => memory.isFull,
  };
}
