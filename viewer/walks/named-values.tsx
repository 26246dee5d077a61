import type { ComponentProps } from "react";
import { PlainText, ValueText } from "../parts/value.tsx";

/** Names with what stands for them, such as what criteria say of a walk, and why. Nothing without any. */
export function NamedValues({
  values,
  className = "",
}: {
  readonly values: readonly {
    readonly name: string;
    /** Undefined: nothing. */
    readonly value: ComponentProps<typeof ValueText>["value"] | undefined;
    readonly note?: string;
  }[];
  readonly className?: string;
}) {
  if (values.length === 0) return null;
  return (
    <dl className={`criteria ${className}`}>
      {values.map(({ name, value, note = "" }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a criterion may be a flag in one walk and a number in another
        <div key={at}>
          <dt>
            <PlainText text={name} />
          </dt>
          <dd>
            {value !== undefined && <ValueText value={value} />}
            {note !== "" && (
              <span className="soft">
                {" "}
                <PlainText text={note} />
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
