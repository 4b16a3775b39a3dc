import { onceFor, type Outline } from '@amelia/markdown'
import type { Series } from '../entry.ts'
import { findHeadings } from '../find-headings.ts'
import { findHeadingSeries } from './find-heading-series.ts'
import { findLineSeries } from './find-line-series.ts'
import { findListSeries } from './find-list-series.ts'
import { findTableSeries } from './find-table-series.ts'
import { findUnknownSeries } from './find-unknown-series.ts'

/**
 * Finds the work of a document: numbered headings, else a table, else a list, else
 * headings with an unknown word, else lines without marks. The result for an outline is
 * cached.
 */
export const findSeries = onceFor((outline: Outline): Series | undefined => {
  const headings = findHeadings(outline)
  return (
    findHeadingSeries(outline, headings) ??
    findTableSeries(outline, headings) ??
    findListSeries(outline, headings) ??
    findUnknownSeries(outline, headings) ??
    findLineSeries(outline)
  )
})
