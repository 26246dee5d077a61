const memorySection = 5;
const pageBytes = 64 * 1024;

/**
 * A WebAssembly module whose memory may grow to so many bytes and no further. Returns false for a module that does not
 * define its memory with a maximum of three bytes, as CPython's does: it must not be run.
 *
 * @param module changed in place
 */
export function limitMemory(module: Uint8Array, bytes: number): boolean {
  const reader = { at: 8 };
  while (reader.at < module.length) {
    const section = module[reader.at];
    reader.at += 1;
    const length = readNumber(module, reader);
    const end = reader.at + length;
    if (section === memorySection) return writeMaximum(module, reader, Math.floor(bytes / pageBytes), end);
    reader.at = end;
  }
  return false;
}

function writeMaximum(module: Uint8Array, reader: { at: number }, pages: number, end: number): boolean {
  const [count, flags] = [readNumber(module, reader), readNumber(module, reader)];
  readNumber(module, reader);
  if (count !== 1 || flags !== 1 || end - reader.at !== 3) return false;
  module.set([(pages & 0x7f) | 0x80, ((pages >> 7) & 0x7f) | 0x80, (pages >> 14) & 0x7f], reader.at);
  return true;
}

/** Reads a number of seven bits per byte. */
function readNumber(module: Uint8Array, reader: { at: number }): number {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = module[reader.at] ?? 0;
    reader.at += 1;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
}
