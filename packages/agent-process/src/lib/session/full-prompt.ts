import type { SessionRequest } from '@amelia/core/plugin'

/** Returns the prompt of a session, with the form of the answer where one is required. */
export const fullPrompt = ({
  prompt,
  outputSchema,
}: Pick<SessionRequest, 'prompt' | 'outputSchema'>): string =>
  outputSchema === undefined
    ? prompt
    : `${prompt.trimEnd()}\n\nEnd your output with one JSON object in a \`\`\`json fence that follows this JSON Schema:\n${JSON.stringify(outputSchema)}\n`
