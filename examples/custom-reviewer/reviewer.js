import { defineReviewer } from '@amelia/core/plugin'

const isTest = (path) => /(?:^|\/)tests?\/|\.test\./.test(path)
const isSource = (path) => /\.(?:js|ts)$/.test(path) && !isTest(path)

/**
 * Rejects a change of sources without a change of tests, unless `testsOptional` is set, and files with more
 * lines than `mostLines`.
 */
export const houseRules = (rules = {}) =>
  defineReviewer({
    id: 'house-rules',
    scope: 'phase',
    async review({ files, readFile }, { signal }) {
      const { mostLines = 300, testsOptional = false } = rules
      const comments = []
      const paths = files.filter(({ status }) => status !== 'deleted').map(({ path }) => path)
      const sources = paths.filter(isSource)
      if (!testsOptional && sources.length > 0 && !paths.some(isTest))
        comments.push({ severity: 'major', message: `No test changes with ${sources.join(', ')}.` })
      for (const path of sources) {
        signal.throwIfAborted()
        const text = new TextDecoder().decode((await readFile('commit', path)) ?? new Uint8Array())
        const lines = text.split('\n').length - 1
        if (lines > mostLines)
          comments.push({
            severity: 'minor',
            message: `The file has ${lines} lines.`,
            file: path,
            suggestion: `Split it: at most ${mostLines} lines.`,
          })
      }
      const approved = comments.length === 0
      return { approved, summary: approved ? 'The house rules hold.' : 'A house rule is broken.', comments }
    },
  })
