import { defineEvaluator } from '@amelia/core/plugin'

/** Rejects comments about generated files, defers minor ones, and has all others implemented. */
export const houseJudgement = ({ file = '', severity }) => {
  if (file.startsWith('dist/')) return { disposition: 'reject', reason: 'The file is generated.' }
  return { disposition: severity === 'minor' ? 'defer' : 'implement' }
}

/** Creates an evaluator that decides about each comment by itself. */
export const judgeEach = (decide = houseJudgement) =>
  defineEvaluator({
    evaluate: async (comments) => comments.map((comment) => ({ id: comment.id, ...decide(comment) })),
  })
