import { recentTimes } from "./recent-times.ts";

/** A call that was sent. */
export interface Sent {
  readonly at: number;
  /** The how manieth. */
  readonly index: number;
  /** So many others were under way. */
  readonly beside: number;
  readonly round: Round;
}

/** Calls that are looked at together. */
interface Round {
  readonly begun: number;
  sent: number;
  refused: number;
  replies: number;
  repliesMs: number;
  slowness: number;
  atOnce: number;
}

/** Why nothing may be sent now, and when to ask again; without a time: after the next reply or refusal. */
interface Obstacle {
  readonly cause: "server" | "pause";
  readonly until?: number | undefined;
}

/** What one server takes, as far as its replies and refusals have shown it. */
export interface Capacity {
  obstacle(now: number): Obstacle | undefined;
  sent(now: number): Sent;
  /** @param ms the time that it took, for calls of one kind */
  replied(call: Sent, now: number, kind: string, ms: number): void;
  refused(call: Sent, now: number, retryAfterMs: number | undefined): void;
  /** It has failed in another way, or was cancelled. */
  ended(call: Sent): void;
  /** False: it has refused everything for a while. */
  isTaking(now: number): boolean;
  /** It refuses everything, and has said until when; 0: it has not. */
  readonly pausedUntil: number;
  /** So many may be under way at once. */
  readonly atOnce: number;
  /** So many it takes in a second; infinite: more than it was ever asked for. */
  readonly perSecond: number;
}

/** So many calls at once are made of a server of which nothing is known. */
const firstLimit = 64;
/** Each reply lets so many more be under way, until the server shows that it has enough: four times as many after each round. */
const growthPerReply = 3;
/** Replies that take so many times as long as at first show that more at once would only wait in the server. */
const tooSlow = 2;
/** A round ends after at least so many calls: fewer show nothing. */
const shortestRound = 10;
/** Such a share of refused calls, more than were to be expected, is borne: where nothing is ever refused, more could be asked. */
const borneShare = 0.06;
/** What is sent in a second, compared with what a server took in one, after it has refused calls. */
const carefulShare = 0.97;
const secondMs = 1000;
/** So many calls refused in a row: the server takes nothing for now. */
const rowOfRefusals = 8;
/** Longer rows than come about by chance less often than this. */
const unlikely = 1e-4;
const shortestClosureMs = 20;
/** While it takes nothing, a call tries after such a part of the time that this has lasted. */
const trialAfterPart = 0.25;
const longestTrialMs = 5000;
/** A server that has refused everything for so long is not one that is only asked too fast. */
const longestSilenceMs = 2000;
/** What was held up for a moment is made up for. */
const catchUpMs = 50;
const leastGrowth = 0.02;
const mostHeldRounds = 16;
/** Where half of the calls are refused, something else is wrong than that some are refused whatever comes. */
const mostRefusedAnyway = 0.5;

/** Nothing is known of the server. */
export function createCapacity(now: number): Capacity {
  let limit = firstLimit;
  let isStarting = true;
  /** It has never refused everything. */
  let isFirst = true;
  /** Where refusals began last. */
  let knownTop = Number.POSITIVE_INFINITY;
  /** Calls a millisecond. */
  let rate = Number.POSITIVE_INFINITY;
  let nextAt = 0;
  let takenTop = Number.POSITIVE_INFINITY;
  let growth = leastGrowth;
  /** The last rate that was well. */
  let goodRate = Number.POSITIVE_INFINITY;
  let heldRounds = 0;
  let longestHold = 1;
  let isDoubling = false;
  /** The share that is refused however little is asked. */
  let anyway = 0;
  let index = 0;
  const underWay = new Set<Sent>();
  let round = roundFrom(now);
  let row: { from: number; to: number; count: number } | undefined;
  let closed: Closure | undefined;
  /** Since the last round less is asked. */
  let cut: Cut | undefined;
  let lastReplyAt = Number.NEGATIVE_INFINITY;
  let refusalMs = 0;
  const lastSent = recentTimes(secondMs);
  const lastRefused = recentTimes(secondMs);
  const usualMs = new Map<string, { ms: number; count: number }>();

  interface Closure {
    readonly since: number;
    /** So many calls were at work when it began to refuse all others, and so many it had taken in the second before. */
    atWork: number;
    taken: number;
    /** Nothing is tried before. */
    until: number;
    told: boolean;
    trial: Sent | undefined;
    /** It has refused with fewer at work: their number is not what matters. */
    refusedBelow: boolean;
  }

  interface Cut {
    readonly refusedShare: number;
    /** So many it took each millisecond, while more were sent. */
    readonly perMs: number;
    readonly limitBefore: number;
  }

  function roundFrom(begun: number): Round {
    return { begun, sent: 0, refused: 0, replies: 0, repliesMs: 0, slowness: 0, atOnce: underWay.size };
  }

  /** A call that is not refused for so long has been taken. */
  const settledMs = () => Math.min(3 * refusalMs + shortestClosureMs, longestTrialMs);
  const most = () => Math.max(1, Math.floor(limit));

  function obstacle(at: number): Obstacle | undefined {
    if (underWay.size >= most()) return { cause: "server" };
    if (closed?.trial !== undefined) {
      const settledAt = closed.trial.at + settledMs();
      if (at < settledAt) return { cause: "server", until: settledAt };
      reopen(closed.trial, at);
    }
    if (closed !== undefined && at < closed.until)
      return { cause: closed.told ? "pause" : "server", until: closed.until };
    return nextAt > at ? { cause: "server", until: nextAt } : undefined;
  }

  function sent(at: number): Sent {
    const call: Sent = { at, index, beside: underWay.size, round };
    index += 1;
    underWay.add(call);
    round.sent += 1;
    round.atOnce = Math.max(round.atOnce, underWay.size);
    lastSent.add(at);
    if (closed !== undefined) closed.trial = call;
    if (rate !== Number.POSITIVE_INFINITY) nextAt = Math.max(nextAt, at - catchUpMs) + 1 / rate;
    return call;
  }

  function replied(call: Sent, at: number, kind: string, ms: number): void {
    underWay.delete(call);
    lastReplyAt = at;
    round.repliesMs += ms;
    if (row !== undefined && call.index > row.from) row = undefined;
    if (closed?.trial === call) reopen(call, at);
    // a free place may be all that was missing
    else if (closed !== undefined && !closed.told && !closed.refusedBelow) closed.until = at;
    const usual = usualMs.get(kind) ?? { ms, count: 0 };
    usualMs.set(kind, usual);
    round.replies += 1;
    round.slowness += usual.ms > 0 ? ms / usual.ms : 1;
    // what it takes when nothing is in the way is what the first calls take, and later the fastest rounds
    usual.count += 1;
    if (usual.count <= shortestRound) usual.ms += (ms - usual.ms) / usual.count;
    if (isStarting && isUsed()) limit += growthPerReply;
    endRound(at);
  }

  /** Only what was tried can be said to work. */
  const isUsed = () => round.atOnce >= limit / 2;

  function refused(call: Sent, at: number, retryAfterMs: number | undefined): void {
    underWay.delete(call);
    refusalMs += (at - call.at - refusalMs) / (refusalMs === 0 ? 1 : 10);
    if (call.round === round) round.refused += 1;
    lastRefused.add(call.at);
    // where it is known how many it takes, the call alone waits for so long
    const isTold =
      retryAfterMs !== undefined && (rate === Number.POSITIVE_INFINITY || retryAfterMs > longestSilenceMs);
    const toldUntil = isTold ? at + retryAfterMs : undefined;
    if (closed === undefined) noteRow(call, at, toldUntil);
    else if (call !== closed.trial) {
      closed.atWork -= 1;
      closed.taken -= 1;
    } else {
      closed.trial = undefined;
      closed.refusedBelow ||= call.beside < closed.atWork * 0.75;
      closed.told = toldUntil !== undefined;
      const waitMs = Math.max(shortestClosureMs, (at - closed.since) * trialAfterPart);
      closed.until = toldUntil ?? at + Math.min(waitMs, longestTrialMs);
    }
    endRound(at);
  }

  /** Refused are so many in the order of sending, with next to nothing taken in between. */
  function noteRow(call: Sent, at: number, toldUntil: number | undefined): void {
    row ??= { from: call.index, to: call.index, count: 0 };
    row.from = Math.min(row.from, call.index);
    row.to = Math.max(row.to, call.index);
    row.count += 1;
    if (row.count < Math.max(rowOfRefusals, Math.log(unlikely) / Math.log(anyway))) return;
    let between = 0;
    for (const { index: other } of underWay) if (other > row.from && other < row.to) between += 1;
    if (between * 4 <= row.count) close(at, toldUntil);
    row = undefined;
  }

  function close(at: number, toldUntil: number | undefined): void {
    closed = {
      ...{
        since: at,
        trial: undefined,
        atWork: underWay.size,
        taken: lastSent.count(at) - lastRefused.count(at),
      },
      // those that are under way may all have been taken, or be refused
      ...{ told: toldUntil !== undefined, until: Math.max(toldUntil ?? 0, at + settledMs()) },
      // it refuses by time, as it says
      refusedBelow: (toldUntil ?? 0) - at >= secondMs / 2,
    };
    isStarting = false;
  }

  function reopen(trial: Sent, at: number): void {
    if (closed === undefined) return;
    const { since, atWork, taken, refusedBelow } = closed;
    const perMs = taken / secondMs;
    const closedMs = trial.at - since;
    // what it took when so many were at work it would take now
    const isLess = atWork === 0 || atWork < 0.75 * Math.min(limit, knownTop);
    if (rate !== Number.POSITIVE_INFINITY) {
      setRate(Math.max(perMs, (rate * (1 - anyway)) / 2), at);
      isDoubling = false;
    } else if (trial.beside >= atWork || refusedBelow || (isLess && !isFirst)) {
      // at first it may have taken what it had saved up, or just before its time was over
      setRate(Math.max(perMs, Math.min(4 * perMs, 1 / closedMs)), at);
      isDoubling = closedMs < secondMs / 2;
      // their number was not what mattered
      limit = Math.max(limit, firstLimit);
      knownTop = Number.POSITIVE_INFINITY;
      cut = undefined;
    } else {
      if (atWork >= knownTop * 0.9) hold();
      knownTop = Math.max(1, atWork);
      limit = knownTop;
    }
    isFirst = false;
    closed = undefined;
    round = roundFrom(at);
  }

  /** @param perMs so many it has taken */
  function setRate(perMs: number, at: number): void {
    if (perMs <= 0) return;
    nextAt = Math.max(nextAt, at);
    takenTop = perMs / (1 - anyway);
    rate = Math.max(takenTop * carefulShare, 1 / longestTrialMs);
    growth = leastGrowth;
    heldRounds = 0;
    longestHold = 1;
  }

  function endRound(at: number): void {
    const { sent: calls, refused: failed, begun, replies, repliesMs } = round;
    const passedMs = at - begun;
    if (closed !== undefined || calls < shortestRound) return;
    const isLong = replies > 0 ? passedMs >= repliesMs / replies : underWay.size === 0;
    if (rate === Number.POSITIVE_INFINITY ? !isLong : passedMs < secondMs) return;
    const refusedShare = failed / calls;
    const expected = calls * (anyway + borneShare);
    const last = cut;
    if (last !== undefined && calls < 2 * shortestRound) return;
    cut = undefined;
    const isInVain = last !== undefined && refusedShare > last.refusedShare / 2;
    const perMs = (calls - failed) / passedMs;
    // where it takes as many as before, it is their number in time that matters
    const isByTime = last !== undefined && perMs > last.perMs * (1 - last.refusedShare / 2);
    if (isInVain && isByTime && rate === Number.POSITIVE_INFINITY) {
      limit = last.limitBefore;
      knownTop = Number.POSITIVE_INFINITY;
      setRate(perMs, at);
    } else if (isInVain && refusedShare <= mostRefusedAnyway) takeBack(last, refusedShare, at);
    else if (failed > expected + 2 * Math.sqrt(expected)) askLess(refusedShare, at);
    else askMore(refusedShare, passedMs);
    round = roundFrom(at);
  }

  function askLess(refusedShare: number, at: number): void {
    isStarting = false;
    isDoubling = false;
    const perMs = (round.sent - round.refused) / (at - round.begun);
    const before = rate;
    const limitBefore = limit;
    if (rate === Number.POSITIVE_INFINITY) {
      knownTop = Math.max(1, Math.min(limit, round.atOnce));
      limit = Math.max(1, knownTop * (1 - refusedShare));
    } else if (goodRate < rate) {
      // it was well until a little more was asked
      const isLittle = goodRate > rate * 0.75;
      if (isLittle) stepBack();
      else setRate(perMs, at);
      goodRate = Number.POSITIVE_INFINITY;
      return;
    } else setRate(perMs, at);
    goodRate = Number.POSITIVE_INFINITY;
    if (rate === Number.POSITIVE_INFINITY || rate <= before * 0.9) cut = { refusedShare, perMs, limitBefore };
  }

  /** Asking less has changed next to nothing: that share is refused whatever comes. */
  function takeBack({ perMs, limitBefore }: Cut, refusedShare: number, at: number): void {
    anyway = refusedShare;
    if (rate === Number.POSITIVE_INFINITY) {
      limit = Math.max(limit, limitBefore);
      knownTop = Number.POSITIVE_INFINITY;
    } else setRate(perMs, at);
  }

  /** Was it a little too much, more is tried again after a while that gets longer. */
  function hold(): void {
    longestHold = Math.min(mostHeldRounds, longestHold * 2);
    heldRounds = longestHold;
  }

  function stepBack(): void {
    hold();
    isDoubling = false;
    growth = leastGrowth;
    rate = goodRate;
    takenTop = Math.max(takenTop, rate);
  }

  function askMore(refusedShare: number, passedMs: number): void {
    const isFine = refusedShare <= anyway + borneShare;
    if (isFine && round.sent >= rate * passedMs * 0.7) goodRate = rate;
    const isCareful =
      rate === Number.POSITIVE_INFINITY ? isStarting : rate <= takenTop * carefulShare * 1.001;
    if (refusedShare < anyway || isCareful)
      anyway += ((refusedShare - anyway) * round.sent) / (round.sent + 30);
    if (rate !== Number.POSITIVE_INFINITY && round.sent >= rate * passedMs * 0.7) {
      if (!isFine && goodRate < rate) stepBack();
      else if (heldRounds > 0) heldRounds -= 1;
      else if (isDoubling) rate *= 2;
      else if (isFine) {
        rate *= 1 + Math.max(growth, 0.5 / round.sent) + anyway / 3;
        growth = Math.min(0.5, growth * 2);
      }
    }
    if (round.slowness > round.replies * tooSlow) isStarting = false;
    else if (rate === Number.POSITIVE_INFINITY && heldRounds > 0) heldRounds -= 1;
    else if (!isStarting && isUsed() && refusedShare <= anyway)
      limit += limit < knownTop ? Math.max(1, (knownTop - limit) / 4) : Math.max(1, limit / 20);
  }

  return {
    obstacle,
    sent,
    replied,
    refused,
    ended(call) {
      underWay.delete(call);
      if (closed?.trial === call) closed.trial = undefined;
    },
    isTaking: (at) => underWay.size > 0 || at - lastReplyAt < longestSilenceMs,
    get pausedUntil() {
      return closed?.told ? closed.until : 0;
    },
    get atOnce() {
      return rate !== Number.POSITIVE_INFINITY && knownTop === Number.POSITIVE_INFINITY ? knownTop : limit;
    },
    get perSecond() {
      return Math.min(rate, takenTop) * secondMs;
    },
  };
}
