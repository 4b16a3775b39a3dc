import type { PlanPart, PlanSource } from './plan-source.ts'

/** A source whose text is decoded. */
export type DecodedSource = PlanSource & { text: string }

/**
 * Joins the files of a plan into one text, context last: each begins after a line with its path, except for a
 * single file, which is followed by its context.
 *
 * Text of a file that looks like such a line gets a `=`, so that the files can be told apart.
 */
export const joinParts = (sources: readonly DecodedSource[]): { source: string; parts: PlanPart[] } => {
  const files = [false, true].flatMap((last) => sources.filter(({ context = false }) => context === last))
  const isAlone = !files[1] || files[1].context
  const texts: string[] = []
  let line = 1
  const parts = files.map((file) => {
    if (line > 1 || !isAlone) {
      texts.push(`${mark} ${JSON.stringify(file.path)}${file.context ? ' context' : ''} -->`)
      line++
    }
    const part = { ...file, line }
    texts.push(files[1] ? file.text.replaceAll(mark, `${mark}=`) : file.text)
    if (files[1]) line += file.text.split('\n').length
    return part
  })
  return { source: texts.join('\n'), parts }
}

const mark = '<!-- amelia:file'
