/** True for the name of a file that is to be packed. */
export const isPackedName = (file: string): boolean => file.toLowerCase().endsWith(".zst");

/** True for the name of a log, packed or not. */
export const isLogName = (file: string): boolean => /\.jsonl(\.zst)?$/i.test(file);
