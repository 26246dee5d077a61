/** Longest message that a server may send, in bytes: 64 MiB. */
export const longestMessageBytes = 64 * 1024 * 1024;
