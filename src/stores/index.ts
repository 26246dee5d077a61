export { migrateStore, openStore, type Store, type StoreDatabase } from "./open-store.ts";
export { forgetPaces, notePaces } from "./paces.ts";
export { readPythonDatabase } from "./python-database.ts";
export { forgetReplies, keepReplies, type ReplyRow, repliesOf } from "./replies.ts";
export {
  countFinished,
  finishedKeys,
  keepTurns,
  newLines,
  type ResultRow,
  readLines,
  rowsOfKeys,
  type StoredLine,
  type StoredRow,
  writeResults,
} from "./results.ts";
export {
  addRun,
  beginPart,
  changeState,
  findRun,
  listRuns,
  openRuns,
  readRunFiles,
  readRunText,
  runState,
  type StoredRun,
} from "./runs.ts";
export {
  addSpending,
  beginSpending,
  lockSpending,
  type RunLimits,
  readSpending,
  type Spending,
  type SpentAmounts,
} from "./spending.ts";
export { type StorePlace, storePlace } from "./store-place.ts";
export { holdIntervalMs, leaseMs, type TakenUnit, type WorkQueue, type WorkUnit } from "./work-queue.ts";
export { forgetWorker, noteWorker, workersOf } from "./workers.ts";
