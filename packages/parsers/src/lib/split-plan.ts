import type { PlanSource } from '@amelia/core/plugin'

const mark = '<!-- amelia:file'

/**
 * Splits the text of a plan of several files, such as the `plan.md` of a run, into these files. Undefined for
 * a text of a single file.
 *
 * `name` becomes the path of a first file without a marker, which is the plan that the others are context of.
 */
export const splitPlan = (source: string, name: string): (PlanSource & { text: string })[] | undefined => {
  if (!source.includes(mark)) return undefined
  const parts: { path: string; context: boolean; lines: string[] }[] = []
  for (const line of source.split(/\r\n|\r|\n/)) {
    const marker = readMarker(line)
    if (marker) parts.push({ ...marker, lines: [] })
    else {
      if (parts.length === 0) parts.push({ path: name, context: false, lines: [] })
      parts.at(-1)?.lines.push(line)
    }
  }
  if (parts.length < 2) return undefined
  return parts.map(({ path, context, lines }) => ({
    ...{ path, text: lines.join('\n').replaceAll(`${mark}=`, mark) },
    ...(context && { context }),
  }))
}

const readMarker = (line: string): { path: string; context: boolean } | undefined => {
  const [, text = '', context = ''] = /^<!-- amelia:file ("[^\n]*")( context)? -->$/.exec(line) ?? []
  try {
    const path: unknown = text === '' ? undefined : JSON.parse(text)
    return typeof path === 'string' ? { path, context: context !== '' } : undefined
  } catch {
    return undefined
  }
}
