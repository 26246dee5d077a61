import type { ReactNode } from "react";

/** A part of a result's page. */
export function Part({
  title,
  className,
  children,
}: {
  readonly title: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={`part ${className ?? ""}`} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
