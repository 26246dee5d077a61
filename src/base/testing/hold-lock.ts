// Takes the lock that its argument names once its input says so, says whether it got it, and keeps it until its input ends.
import { createInterface } from "node:readline";
import { takeFileLock } from "../file-lock.ts";

const [, , file = ""] = process.argv;
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
process.stdout.write("ready\n");
await lines.next();
const lock = await takeFileLock(file);
process.stdout.write(lock === undefined ? "busy\n" : "held\n");
await lines.next();
await lock?.[Symbol.asyncDispose]();
