import { createElement, type FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** A component whose code is fetched when it is first shown. */
export function lazy<P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  return (props: P) => {
    const [inner, set] = useState<FunctionComponent<P> | null>(null)
    useEffect(() => void load().then((c) => set(() => c)), [])
    return inner ? createElement(inner as FunctionComponent<object>, props) : null
  }
}
