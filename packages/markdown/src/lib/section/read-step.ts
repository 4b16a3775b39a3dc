import { type PlanIssue, type StepDraft } from '@amelia/core/plugin'
import type { FenceBlock } from '../outline/outline.ts'
import { checkInfo } from './check-info.ts'
import { readInfo } from './read-info.ts'

const maxDescription = 80

/** Returns whether a fence is a step instead of text. */
export const isStep = (fence: FenceBlock): boolean => {
  const { language, attributes } = readInfo(fence.info)
  return attributes.has('file') || language === 'sh'
}

const marking = ['file', 'expect', 'expect-exit', 'output', 'cwd', 'keep']

/**
 * Returns whether a fence has an attribute that only steps have, such as `file=`. One that only has the
 * language `sh` is as often an example.
 */
export const isMarkedStep = (fence: FenceBlock): boolean => {
  const { attributes } = readInfo(fence.info)
  return isStep(fence) && marking.some((name) => attributes.has(name))
}

/**
 * Reads a fence as a step; undefined if it is text.
 *
 * `file=path` makes a `code` step with the content of the fence; the word `replace` lets it replace an
 * existing file. The language `sh` makes a `command` step that runs in a shell: `expect=fail`,
 * `expect-exit=2` and `output="pattern"` define success, `cwd=path` the working directory, and `keep=server`
 * lets a server run until the end of the run. Both accept `risk=low|medium|high`. Every other fence is text.
 */
export const readStep = (
  fence: FenceBlock,
  id: string,
): { step: StepDraft; issues: PlanIssue[] } | undefined => {
  if (!isStep(fence)) return undefined
  const info = readInfo(fence.info)
  const file = info.attributes.get('file')
  const issues: PlanIssue[] = []
  const report = (code: PlanIssue['code'], severity: PlanIssue['severity'], message: string): void => {
    issues.push({ severity, code, message, line: fence.line, column: fence.column })
  }
  const step: StepDraft =
    file === undefined
      ? {
          id,
          description: describe(fence.content),
          action: 'command',
          command: trimEnd(fence.content),
          shell: true,
          line: fence.line,
        }
      : {
          id,
          description: `Write ${file}`,
          action: 'code',
          filePath: file,
          codeChange: fence.content,
          replace: info.words.has('replace'),
          line: fence.line,
        }
  const risk = info.attributes.get('risk')?.toLowerCase()
  if (risk === 'low' || risk === 'medium' || risk === 'high') step.risk = risk
  else if (risk !== undefined)
    report('STEP_INVALID', 'error', `risk=${risk} is none of low, medium and high.`)

  if (file === undefined) {
    const cwd = info.attributes.get('cwd')
    if (cwd !== undefined) step.cwd = cwd
    const output = info.attributes.get('output')
    if (output !== undefined) step.expectedOutputPattern = output
    const keep = info.attributes.get('keep')
    if (keep?.toLowerCase() === 'server') step.keep = 'server'
    else if (keep !== undefined)
      report('STEP_INVALID', 'error', `keep=${keep} is not valid. The only value is server.`)
    const name = info.attributes.has('expect-exit') ? 'expect-exit' : 'expect'
    const expected = info.attributes.get(name)
    const exitCode = readExpectation(expected)
    if (exitCode !== undefined) step.expectExitCode = exitCode
    else if (expected !== undefined) {
      report(
        'STEP_INVALID',
        'error',
        `${name}=${expected} is neither pass, fail nor an exit code from 0 to 255.`,
      )
    }
  }
  for (const issue of checkInfo(fence)) issues.push(issue)
  return { step, issues }
}

const readExpectation = (value: string | undefined): number | 'fail' | undefined => {
  const word = value?.toLowerCase()
  if (word === undefined) return undefined
  if (word === 'fail') return 'fail'
  if (word === 'pass') return 0
  return /^\d{1,3}$/.test(word) && Number(word) <= 255 ? Number(word) : undefined
}

const trimEnd = (content: string): string => (content.endsWith('\n') ? content.slice(0, -1) : content)

const describe = (content: string): string => {
  for (const line of content.split('\n', 50)) {
    const text = line.replace(/\p{Cc}/gu, ' ').trim()
    if (text === '' || text.startsWith('#')) continue
    return text.length > maxDescription ? `${text.slice(0, maxDescription - 3)}...` : text
  }
  return ''
}
