/** Writes a figure with at most three significant digits, and thousands with separators. */
export const formatFigure = (value: number): string => {
  if (!Number.isFinite(value)) return '-'
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(3)))
}
