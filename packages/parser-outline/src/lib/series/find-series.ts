import type { Outline } from '@amelia/markdown'
import type { Series } from '../entry.ts'
import { findHeadings } from '../find-headings.ts'
import { findHeadingSeries } from './find-heading-series.ts'
import { findLineSeries } from './find-line-series.ts'
import { findListSeries } from './find-list-series.ts'
import { findTableSeries } from './find-table-series.ts'
import { findUnknownSeries } from './find-unknown-series.ts'

const known = new WeakMap<Outline, { series: Series | undefined }>()

/**
 * Finds the work of a document: numbered headings, else a table, else a list, else
 * headings with an unknown word, else lines without marks. The result for an outline is
 * cached.
 */
export const findSeries = (outline: Outline): Series | undefined => {
  let found = known.get(outline)
  if (!found) {
    const headings = findHeadings(outline)
    found = {
      series:
        findHeadingSeries(outline, headings) ??
        findTableSeries(outline, headings) ??
        findListSeries(outline, headings) ??
        findUnknownSeries(outline, headings) ??
        findLineSeries(outline),
    }
    known.set(outline, found)
  }
  return found.series
}
