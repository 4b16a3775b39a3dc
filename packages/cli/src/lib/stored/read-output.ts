import type { RunStoreV1 } from '@amelia/core'

/** The output of a command, with the place of the full one if it was kept. */
interface Output {
  output?: string
  outputFile?: string
}

/**
 * Reads the full output of a command, or else returns its telling lines. The store keeps it under the part
 * of its place that begins with `output/`.
 */
export const readOutput = async (
  store: RunStoreV1,
  runId: string,
  { output = '', outputFile }: Output,
): Promise<string> => {
  const name = /^(?:.*[\\/])?(output[\\/].+)$/s.exec(outputFile ?? '')?.[1]?.replaceAll('\\', '/')
  const full = name === undefined ? undefined : await store.kept(runId, name).catch(() => undefined)
  return full ?? output
}
