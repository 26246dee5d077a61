/** Checks or repairs text of a format; undefined when it does not have it. */
type FormatReader = (text: string) => string | undefined;

const datePart = /^(\d{4})-(\d{2})-(\d{2})/;
const clock = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Readers of the text formats a field may ask for. */
const readers: { readonly [format: string]: FormatReader } = {
  date: (text) => {
    const rest = text.slice(10);
    return isDate(text) && (rest === "" || /^[T ]00:00(:00(\.0+)?)?(Z|\+00:?00)?$/.test(rest))
      ? text.slice(0, 10)
      : undefined;
  },
  "date-time": (text) =>
    isDate(text) && /^[T ]$/.test(text.charAt(10)) && clock.test(text.slice(11)) ? text : undefined,
  time: (text) => (clock.test(text) ? text : undefined),
  email: (text) => {
    const [local, domain, ...more] = text.split("@");
    const fits =
      local && domain && more.length === 0 && !/\s/.test(text) && domain.slice(1, -1).includes(".");
    return fits ? text : undefined;
  },
  uuid: (text) => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : undefined),
  uri: (text) => (URL.canParse(text) ? text : undefined),
};

function isDate(text: string): boolean {
  const [, year, month, day] = (datePart.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The text in the format asked for; undefined when it is not in it. Unknown formats are not checked. */
export function readTextFormat(format: string, text: string): string | undefined {
  const reader = Object.hasOwn(readers, format) ? readers[format] : undefined;
  return reader === undefined ? text : reader(text);
}
