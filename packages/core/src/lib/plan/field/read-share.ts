const date =
  /\b(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|0\d\/\d{1,2}|\d{1,2}\/0\d)\b/g

/**
 * Returns the finished share of the work that a text states before its first letter: 0.8 of `80% complete`,
 * 0.4 of `2/5 done`. Undefined if there is no digit but those of dates; NaN if the digits are no share.
 */
export const readShare = (text: string): number | undefined => {
  const letter = text.search(/\p{L}/u)
  const head = (letter < 0 ? text : text.slice(0, letter)).replace(date, '')
  if (!/\d/.test(head)) return undefined
  const [, percent, count, total] = /^\D*(?:([\d.]+) ?%|(\d+) ?\/ ?(\d+))\D*$/.exec(head) ?? []
  const share = percent === undefined ? Number(count) / Number(total) : Number(percent) / 100
  return share <= 1 ? share : Number.NaN
}
