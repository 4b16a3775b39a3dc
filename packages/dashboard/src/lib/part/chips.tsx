import type { ReactNode } from 'react'
import type { Chip } from './list-chips.ts'

/** Facts side by side, each in the colour of its tone. */
export const Chips = ({ chips }: { chips: readonly Chip[] }): ReactNode =>
  chips.map(({ text, tone }) => (
    <span key={text} className={`amelia-chip${tone ? ` amelia-chip-${tone}` : ''}`}>
      {text}
    </span>
  ))
