export { AnyJson, AnyJsonObject, CheckedJson, plainJson } from "./any-json.ts";
export { atMost } from "./at-most.ts";
export type { FileContent } from "./atomic-file.ts";
export { writeFileAtomically } from "./atomic-file.ts";
export { basicCredentials } from "./basic-credentials.ts";
export type { Clock } from "./clock.ts";
export { isoTimestamp, systemClock } from "./clock.ts";
export { cutOutput } from "./cut-output.ts";
export type { Deadline } from "./deadline.ts";
export { startDeadline } from "./deadline.ts";
export { decodePercent } from "./decode-percent.ts";
export { definedOnly } from "./defined-only.ts";
export { describeValue } from "./describe-value.ts";
export type { Environment, ReadValue } from "./environment.ts";
export {
  readAddress,
  readBoolean,
  readCount,
  readShare,
  readText,
  readVariableName,
  variable,
} from "./environment.ts";
export { readErrorCode } from "./error-code.ts";
export type { ErrorCode, ErrorOptionsWithHint, TransportCategory } from "./errors.ts";
export { KareninaError, messageOf, ReplyError, TransportError, transportCategories } from "./errors.ts";
export { escapeMarkup } from "./escape-markup.ts";
export type { ExitGuard, Watch } from "./exit-guard.ts";
export { exitGuard } from "./exit-guard.ts";
export { fileIdentity, isSameFile } from "./file-identity.ts";
export type { FileLine } from "./file-lines.ts";
export { splitChunks, splitLines } from "./file-lines.ts";
export { takeFileLock } from "./file-lock.ts";
export { functionLike } from "./function-like.ts";
export { functionModule } from "./function-module.ts";
export type { GuardedThread, GuardedThreadOptions, ThreadOutcome } from "./guarded-thread.ts";
export { compileCache, createGuardedThread } from "./guarded-thread.ts";
export type { Handover } from "./handover.ts";
export { handover } from "./handover.ts";
export { harmlessJson, harmlessText, oneLine } from "./harmless-text.ts";
export { md5, sha256 } from "./hash.ts";
export type { IdleWatch } from "./idle-watch.ts";
export { idleWatch } from "./idle-watch.ts";
export { isThere } from "./is-there.ts";
export { isWithin } from "./is-within.ts";
export { issueLines, issueText } from "./issue-text.ts";
export { costlyJson, refuseUnsafeJson } from "./json-cost.ts";
export { nestsDeeperThan } from "./json-depth.ts";
export type { JsonSchema } from "./json-schema.ts";
export type { JsonObject, JsonValue } from "./json-value.ts";
export {
  isJsonObject,
  jsonObjectsIn,
  losesDigits,
  mapTexts,
  tryParseExactJson,
  tryParseJson,
} from "./json-value.ts";
export { keptOutput } from "./kept-output.ts";
export { inKeyOrder } from "./key-order.ts";
export { lineReader } from "./line-reader.ts";
export { loadPackage } from "./load-package.ts";
export { LruCache } from "./lru-cache.ts";
export { makeFolders } from "./make-folders.ts";
export { killProcess, markedProcesses } from "./marked-processes.ts";
export { mostAmount } from "./most-amount.ts";
export { askNearFile } from "./near-file.ts";
export { askNearest, nearestName, nearestNames } from "./nearest-name.ts";
export {
  costFormat,
  formatCost,
  formatCount,
  formatDuration,
  formatShare,
  formatTotalCost,
  percentText,
  pluralize,
  pointsText,
  pText,
} from "./number-text.ts";
export type { ShapeOf } from "./only-members.ts";
export { onlyMembers, unknownMembers } from "./only-members.ts";
export { ownCacheFolder } from "./own-cache-folder.ts";
export { ownEntry } from "./own-entry.ts";
export { packageVersion } from "./package-version.ts";
export type { JavaScriptPattern } from "./patterns/dialect/javascript-source.ts";
export { toJavaScriptPattern } from "./patterns/dialect/javascript-source.ts";
export { findAll } from "./patterns/find-all.ts";
export type { PatternEngine, PatternFlags, PatternMatch, SearchOptions } from "./patterns/pattern.ts";
export type { PatternEngineOptions } from "./patterns/pattern-engine.ts";
export { createPatternEngine } from "./patterns/pattern-engine.ts";
export type { ProcessGroup } from "./process-group.ts";
export { endProgramGroup, groupIsGone, processGroup, programGraceMs } from "./process-group.ts";
export { programEnvironment } from "./program-environment.ts";
export type { UsersWord } from "./provenance.ts";
export { FromCode, FromFile, onUsersWord } from "./provenance.ts";
export type { PythonJsonOptions } from "./python-json.ts";
export { compareCodePoints, parsePythonJson, renderPythonJson } from "./python-json.ts";
export { readForeign } from "./read-foreign.ts";
export { defineEntry, emptyRecord, recordFrom } from "./record.ts";
export { recordOf } from "./record-of.ts";
export { requireFolder } from "./require-folder.ts";
export { maskAddress, passwordsOfAddress } from "./secrets/database-address.ts";
export type { FoundSecret } from "./secrets/find-secrets.ts";
export {
  hiddenSecrets,
  secretsOfAddress,
  secretsOfCommand,
  secretsOfJson,
  secretsOfServerAddress,
  secretTexts,
  variableFor,
  withoutJsonSecrets,
} from "./secrets/find-secrets.ts";
export { maskedError, maskGiven, maskSecrets, saidText } from "./secrets/mask-secrets.ts";
export { maskedFailure, readThrown } from "./secrets/masked-failure.ts";
export { namedSecrets } from "./secrets/named-secrets.ts";
export { isSecretName } from "./secrets/secret-name.ts";
export { usualKeys } from "./secrets/usual-keys.ts";
export { settledWithin } from "./settled-within.ts";
export { camelKeys, snakeCase } from "./snake-case.ts";
export { refusePipeOutput, refuseSpecialInput } from "./special-file.ts";
export type { StorageLimits, StoredCopies } from "./stored-copy.ts";
export { StorageProblem, storedCopies } from "./stored-copy.ts";
export {
  codePointLength,
  collapseWhiteSpace,
  isVisible,
  isWithinPair,
  stripWhiteSpace,
  wordsOf,
} from "./text.ts";
export { foreignText, longestText, readJsonFile, readLimitedFile, tooLong } from "./text-file.ts";
export { untilAborted } from "./until-aborted.ts";
export { asciiDigits, equalValues, isTruthy, numberOfValue, textOfValue } from "./value-conversion.ts";
export { isVariableName, VariableName } from "./variable-name.ts";
export { quickReader, unread } from "./wire/quick-reader.ts";
export { wireName } from "./wire/wire-name.ts";
export type { WireCodec } from "./wire.ts";
export { wireCodec } from "./wire.ts";
export { wireJsonSchema } from "./wire-schema.ts";
