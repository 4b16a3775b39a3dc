/** A message that GitHub Actions shows at a place in the files of a repository. */
export interface Annotation {
  level: 'error' | 'warning' | 'notice'
  title: string
  message: string
  /** Relative to the root of the repository. */
  file?: string
  line?: number
  column?: number
}

/** Formats an annotation as a workflow command of GitHub Actions, which ends with a line break. */
export const formatAnnotation = ({ level, title, message, file, line, column }: Annotation): string => {
  const properties = Object.entries({ file, line, col: column, title }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escapeProperty(String(value))}`],
  )
  return `::${level} ${properties.join(',')}::${escapeData(message)}\n`
}

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
