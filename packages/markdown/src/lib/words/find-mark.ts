import { readStatus } from '@amelia/core/plugin'
import { foldValue } from './fold-value.ts'

const signs = /^[\p{So}\uFE0F\s]+/u
const remark = /^(?:$|[([（［#\d])/
/** The end of `✅ — all tests pass` and of `✅, reviewed`, but not a list of signs: `Show ✅, 🚧 and ⏸`. */
const parted = /^(?:[:：—–,，;；]|-\s)\s*(?!\p{So})\S/u
const month = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*'
/** Other remarks about a status: `verified`, `deployed on staging`, `Jan 5`, `in #12`. */
const words = new RegExp(
  `^(?:(?:approved|blocked|closed|delivered|deployed|fixed|implemented|landed|passed|passing|released|resolved|reviewed|tested|verified|waiting)(?=\\s*(?:$|[^\\p{L}\\s]|(?:and|at|by|for|in|on|since|to)\\s))|(?:(?:as of|at|by|in|on|since) )?(?:[#@\\d]|${month}\\.? \\d)|see (?:#|pr\\b|pull|issue|notes?\\b|above|below))`,
  'iu',
)
/** Remarks are not longer. More is not read, so that reading takes linear time. */
const longest = 100

/**
 * Returns the position of the mark that is the status of a title (`Parser ✅ (today)`), or -1. One in front of
 * other words is a part of the title: `Show ✅ beside finished items`. `marks` has the flag `g`.
 */
export const findMark = (title: string, marks: RegExp): number => {
  for (const { index } of title.matchAll(marks)) {
    const after = title.slice(index, index + longest).replace(signs, '')
    if (parted.test(after)) return index
    const rest = after.replace(/^[\s:：—–-]+/u, '')
    if (remark.test(rest) || words.test(rest) || readStatus(foldValue(rest)) !== undefined) return index
  }
  return -1
}
