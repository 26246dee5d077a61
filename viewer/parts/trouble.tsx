import { Component, type ReactNode } from "react";

/** Says what went wrong instead of showing nothing. */
export class Trouble extends Component<
  { readonly children: ReactNode },
  { readonly message: string | null }
> {
  override state = { message: null };

  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (this.state.message === null) return this.props.children;
    return (
      <p className="trouble" role="alert">
        {this.state.message}
      </p>
    );
  }
}
