import { visibleText } from "../parts/value.tsx";

/** Chooses one of several names, or all of them. */
export function PickOne({
  label,
  all,
  options,
  chosen,
  onChoose,
}: {
  readonly label: string;
  /** Words for no choice. */
  readonly all: string;
  readonly options: readonly string[];
  readonly chosen: string | null;
  readonly onChoose: (name: string | null) => void;
}) {
  return (
    <label className="pick">
      <span className="visually-hidden">{label}</span>
      <select
        value={chosen ?? ""}
        className={chosen === null ? "" : "is-chosen"}
        onChange={({ target }) => onChoose(target.value === "" ? null : target.value)}
      >
        <option value="">{all}</option>
        {options.map((name) => (
          <option key={name} value={name}>
            {visibleText(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
