import { Component, createElement, type FunctionComponent } from 'preact'

/** A component that is drawn again only when `same` says its properties differ. */
export function memo<P extends object>(inner: FunctionComponent<P>, same: (a: P, b: P) => boolean): FunctionComponent<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>) {
      return !same(this.props as P, next as P)
    }
    override render() {
      return createElement(inner, this.props as P)
    }
  } as unknown as FunctionComponent<P>
}
