/** Minutes east of UTC of the zone abbreviations that mean one thing; those of North America as RFC 5322 has them. */
const offsets: ReadonlyMap<string, number> = new Map(
  Object.entries({
    Z: 0,
    UTC: 0,
    GMT: 0,
    WET: 0,
    WEST: 60,
    CET: 60,
    CEST: 120,
    EET: 120,
    EEST: 180,
    MSK: 180,
    WAT: 60,
    CAT: 120,
    SAST: 120,
    EAT: 180,
    TRT: 180,
    IRST: 210,
    PKT: 300,
    NPT: 345,
    ICT: 420,
    WIB: 420,
    HKT: 480,
    SGT: 480,
    AWST: 480,
    JST: 540,
    KST: 540,
    ACST: 570,
    ACDT: 630,
    AEST: 600,
    AEDT: 660,
    NZST: 720,
    NZDT: 780,
    BRT: -180,
    ART: -180,
    NST: -210,
    NDT: -150,
    EST: -300,
    EDT: -240,
    CST: -360,
    CDT: -300,
    MST: -420,
    MDT: -360,
    PST: -480,
    PDT: -420,
    AKST: -540,
    AKDT: -480,
    HST: -600,
  }),
);

/** Abbreviations that stand for more than one offset. */
const ambiguous: ReadonlySet<string> = new Set(
  "IST BST AST ADT GST SST WST AMT ECT BDT PHT ET CT MT PT".split(" "),
);

/** A zone as a text names it: by its offset, or by a name alone where that does not settle the offset. */
export interface Zone {
  /** Minutes east of UTC. */
  readonly offsetMinutes?: number;
  /** The name of a zone whose offset is not settled by it, e.g. `IST` or `Europe/Paris`. */
  readonly zone?: string;
}

const NUMERIC = /^(?:utc|gmt)?\s?([+-])(\d{1,2})(?::?(\d{2}))?$/i;

/** Reads `Z`, `+02:00`, `UTC+2`, an abbreviation or a name such as `Europe/Paris`; undefined for what is no zone. */
export function readZone(text: string): Zone | undefined {
  const numeric = NUMERIC.exec(text);
  if (numeric !== null) {
    const minutes = Number(numeric[2]) * 60 + Number(numeric[3] ?? 0);
    if (minutes >= 24 * 60) return undefined;
    return { offsetMinutes: numeric[1] === "-" ? -minutes : minutes };
  }
  const name = text.toUpperCase();
  const offsetMinutes = offsets.get(name);
  if (offsetMinutes !== undefined) return { offsetMinutes };
  if (ambiguous.has(name)) return { zone: name };
  return text.includes("/") && isTimeZone(text) ? { zone: text } : undefined;
}

/** The names {@link readZone} knows, for a pattern that tells them from other words; longest first. */
export const zoneNames: readonly string[] = [...offsets.keys(), ...ambiguous].toSorted(
  (left, right) => right.length - left.length,
);

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return true;
  } catch {
    return false;
  }
}
