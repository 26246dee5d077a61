/** Most bytes that a server may send in one message, or without answering: 64 MiB. */
export const longestMessageBytes = 64 * 1024 * 1024;
