import type { ReactNode } from 'react'

const icons: readonly (readonly [RegExp, string])[] = [
  [/bash|shell|exec|command|terminal|run/i, 'm3 5 3 3-3 3m5 0h5'],
  [/write|edit|patch|create|update|apply/i, 'M10.5 3.2 12.8 5.5 6 12.3l-3 .7.7-3ZM9 4.7 11.3 7'],
  [/read|view|open|cat/i, 'M4 2.5h5l3 3v8H4Zm5 0v3h3M6 8.5h4M6 11h4'],
  [/grep|glob|search|find|list|ls/i, 'M7 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8Zm3 7 3.2 3.2'],
  [
    /web|fetch|browse|http/i,
    'M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM2.6 8h10.8M8 2.5c-4 3.5-4 7.5 0 11m0-11c4 3.5 4 7.5 0 11',
  ],
]
const other = 'M8 3.5a1 1 0 1 1 0 .1Zm0 4a1 1 0 1 1 0 .1Zm0 4a1 1 0 1 1 0 .1Z'

/** The icon of a tool, by its name. */
export const ToolIcon = ({ name }: { name: string }): ReactNode => (
  <svg className="amelia-tool-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={icons.find(([names]) => names.test(name))?.[1] ?? other} className="amelia-line" />
  </svg>
)
