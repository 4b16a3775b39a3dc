/**
 * Plain English, as a lint rule: the words and the sentence openings that made the project's texts hard to
 * read.
 *
 * It checks comments, strings and names in code; `test/plain-english.test.ts` checks Markdown with the same
 * patterns.
 */

/** The words are written with a gap, so that this list does not find itself. */
const forbiddenWords = [
  'me.nd(?:s|ed|ing)?',
  'an.ew',
  'mean.while',
  'be.sides',
  'am.id',
  'there.by',
  'of its o.wn',
  'is n.o ',
]
  .map((word) => word.replace('.', ''))
  .join('|')

const forbidden = new RegExp(`\\b(?:${forbiddenWords})(?:(?<= )|\\b)`, 'gi')

/** A sentence that begins with a free relative clause. A question may: it ends with a question mark. */
const opening =
  /(?:^|[.!?:;]["')\]*_`]*\s+|^\s*[-*#>|]+\s+|\n\s*\n)(?:\*\*|["'(`])?((?:What|Who|Whatever) [^.!?\n]*(?:\n[^.!?\n]+)*)([.!?]?)/gm

/** The faults of a text: what was found, and what to write. */
export const findFaults = (text) => {
  const faults = []
  for (const [word] of text.matchAll(forbidden))
    faults.push({
      found: word.trim(),
      advice: 'Use a plain word: fix, again, since then, also, during, so, separate, "is not a".',
    })
  for (const [, sentence, end] of text.matchAll(opening))
    if (end !== '?')
      faults.push({
        found: sentence.split(/\s+/).slice(0, 5).join(' '),
        advice: 'Begin the sentence with the thing that acts, or with a verb.',
      })
  return faults
}

const mostColumns = 110
const nameParts = /^(?:me.nd(?:s|ed|ing)?|an.ew|mean.while|am.id|there.by)$/.source.replace(
  /\.(?=[a-z])/g,
  '',
)
const forbiddenPart = new RegExp(nameParts)

const commentText = ({ value }) => value.replace(/^\s*\*+ ?/gm, '').trim()

/** Reports faults in comments, strings, templates and names. */
export const plainEnglish = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { fault: '"{{found}}": {{advice}}', long: 'A line of prose has at most 110 columns.' },
  },
  create(context) {
    const { sourceCode } = context
    const check = (node, text) => {
      for (const data of findFaults(text)) context.report({ node, messageId: 'fault', data })
    }
    return {
      Program() {
        for (const comment of sourceCode.getAllComments()) {
          check(comment, commentText(comment))
          for (let line = comment.loc.start.line; line <= comment.loc.end.line; line++)
            if (
              sourceCode.lines[line - 1].length > mostColumns &&
              !/https?:\/\//.test(sourceCode.lines[line - 1])
            )
              context.report({ loc: { line, column: mostColumns }, messageId: 'long' })
        }
      },
      Literal(node) {
        if (typeof node.value === 'string' && node.value.includes(' ')) check(node, node.value)
      },
      TemplateElement(node) {
        if (node.value.cooked?.includes(' ')) check(node, node.value.cooked)
      },
      Identifier(node) {
        for (const part of node.name.split(/(?=[A-Z])|_/))
          if (forbiddenPart.test(part.toLowerCase()))
            context.report({
              node,
              messageId: 'fault',
              data: { found: node.name, advice: 'Name it with a plain word.' },
            })
      },
    }
  },
}
