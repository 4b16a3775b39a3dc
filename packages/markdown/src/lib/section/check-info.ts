import { nearestName } from '@amelia/core/view'
import type { PlanIssue } from '@amelia/core/plugin'
import type { FenceBlock } from '../outline/outline.ts'
import { type FenceInfo, readInfo } from './read-info.ts'

const ofFile = ['file', 'risk']
const ofCommand = ['expect', 'expect-exit', 'output', 'cwd', 'keep', 'risk']
const fileWords = ['replace']
/** Shells whose fences are text, although they have attributes of a step. */
const shells = new Set(['bash', 'shell', 'zsh', 'console', 'terminal', 'powershell', 'cmd', 'fish', 'bat'])
/** Attributes and words by which other tools decide how they display a fence. */
const display = new Set(
  'title,filename,name,caption,label,id,class,style,theme,lang,linenums,linenos,linenumbers,showlinenumbers,nolinenumbers,number-lines,start,startline,start-line,highlight,hl_lines,hl-lines,copy,nocopy,no-copy,wrap,nowrap,diff,group,tab,collapsed,expanded,numbers,meta,live,twoslash'.split(
    ',',
  ),
)

/**
 * Returns the problems of the attributes and words of a fence that is a step, or nearly one: unknown names,
 * names with two values, and steps that are text because of a misspelling.
 */
export const checkInfo = ({ info: written, line, column }: FenceBlock): PlanIssue[] => {
  const info = readInfo(written)
  const unknown = (message: string): PlanIssue => ({
    ...{ severity: 'warning', code: 'KEY_UNKNOWN', message },
    ...{ line, column },
  })
  const isFile = info.attributes.has('file')
  if (!isFile && info.language !== 'sh') return checkText(info).map(unknown)
  const known = isFile ? ofFile : ofCommand
  const issues: PlanIssue[] = []
  for (const name of info.repeated) {
    if (!known.includes(name)) continue
    const message = `The fence has several values of ${name}=. Write one, or several fences.`
    issues.push({ severity: 'error', code: 'STEP_INVALID', message, line, column })
  }
  if (!isFile && info.attributes.has('expect') && info.attributes.has('expect-exit')) {
    const message = 'The fence has both expect= and expect-exit=. Write one of them.'
    issues.push({ severity: 'error', code: 'STEP_INVALID', message, line, column })
  }
  for (const name of info.attributes.keys()) {
    if (known.includes(name) || isDisplay(name, known)) continue
    const near = nearestName(name, known)
    const remedy = near ? ` Did you mean "${near}"?` : ''
    issues.push(
      unknown(
        isFile && ofCommand.includes(name)
          ? `A fence with file= runs nothing, so "${name}" is ignored.`
          : `A fence has no attribute "${name}", so it is ignored.${remedy}`,
      ),
    )
  }
  const words = isFile ? fileWords : []
  for (const word of info.words) {
    if (words.includes(word) || isDisplay(word, words)) continue
    const near = nearestName(word, words)
    const remedy = near ? `Did you mean "${near}"?` : nearAttribute(word, known)
    issues.push(
      unknown(`A fence has no word "${word}", so it is ignored.${remedy === '' ? '' : ` ${remedy}`}`),
    )
  }
  return issues
}

/** Returns whether a name belongs to another tool: in braces or known, and not a misspelling of ours. */
const isDisplay = (name: string, known: readonly string[]): boolean => {
  if (!/^[\p{L}_]/u.test(name)) return true
  const near = nearestName(name, known)
  return display.has(name) && near?.[0] !== name[0]
}

/** Suggests an attribute for a word that begins with its name: `expectfail`. */
const nearAttribute = (word: string, known: readonly string[]): string => {
  const name = known.find((each) => word.startsWith(each) && word.length > each.length)
  return name === undefined ? '' : `Did you mean "${name}=${word.slice(name.length)}"?`
}

/** Returns the problems of a fence that is text, if it was probably meant as a step. */
const checkText = (info: FenceInfo): string[] => {
  for (const name of info.attributes.keys()) {
    if (name[0] === 'f' && nearestName(name, ['file']) && !display.has(name)) {
      return [`A fence has no attribute "${name}", so it is text. Did you mean "file"?`]
    }
  }
  if (!shells.has(info.language)) return []
  const [name] = ofCommand.filter((each) => info.attributes.has(each))
  const message = `Only the language sh makes a command, so this fence is text and "${name}" is ignored.`
  return name === undefined ? [] : [message]
}
