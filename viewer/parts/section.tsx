import { type ReactNode, useEffect, useRef } from "react";
import { usePlace } from "../state/use-place.ts";

/** A part of the overview with its title beside it; the address may name it. */
export function Section({
  id,
  title,
  about,
  children,
}: {
  readonly id: string;
  readonly title: string;
  /** How it is to be read. */
  readonly about?: ReactNode;
  readonly children: ReactNode;
}) {
  const { section } = usePlace();
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (section === id) element.current?.scrollIntoView();
  }, [section, id]);
  return (
    <section className="section" aria-labelledby={`title-${id}`} ref={element}>
      <div className="section-head">
        <h2 id={`title-${id}`}>{title}</h2>
        {about !== undefined && <p className="about">{about}</p>}
      </div>
      <div className="section-body">{children}</div>
    </section>
  );
}
