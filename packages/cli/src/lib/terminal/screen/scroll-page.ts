/** Scrolls a page by a key, by at most its length. A page without an own key stays. */
export const scrollPage = <Page extends { lines: { readonly length: number }; top: number }>(
  page: Page,
  key: string,
  rows: number,
): Page => {
  const last = Math.max(0, page.lines.length - rows)
  const top = targets[key]?.(page.top, rows, last)
  return top === undefined ? page : { ...page, top: Math.min(last, Math.max(0, top)) }
}

const down = (top: number): number => top + 1
const up = (top: number): number => top - 1
const pageDown = (top: number, rows: number): number => top + rows
const pageUp = (top: number, rows: number): number => top - rows
const start = (): number => 0
const end = (_top: number, _rows: number, last: number): number => last

const targets: Record<string, (top: number, rows: number, last: number) => number> = {
  down,
  j: down,
  enter: down,
  up,
  k: up,
  pagedown: pageDown,
  ' ': pageDown,
  f: pageDown,
  pageup: pageUp,
  b: pageUp,
  home: start,
  g: start,
  end,
  G: end,
}
