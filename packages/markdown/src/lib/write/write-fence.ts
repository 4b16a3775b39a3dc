import type { Step } from '@amelia/core/plugin'

/** Writes a fenced block with marks that are longer than any run of them inside. */
export const writeFence = (info: string, content: string): string[] => {
  const mark = info.includes('`') ? '~' : '`'
  let longest = 0
  let run = 0
  for (const character of content) {
    run = character === mark ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  const fence = mark.repeat(Math.max(3, longest + 1))
  const body = content === '' ? [] : (content.endsWith('\n') ? content.slice(0, -1) : content).split('\n')
  return [`${fence}${info}`, ...body, fence]
}

/**
 * Writes a step as a fence that `readStep` can read, or returns undefined for a step that a fence cannot
 * express.
 */
export const writeStep = (step: Step): string[] | undefined => {
  const risk = step.risk === 'medium' ? [] : [`risk=${step.risk}`]
  if (step.action === 'code') {
    if (step.filePath === undefined) return undefined
    const extension = /\.([a-z][a-z0-9]{0,9})$/i.exec(step.filePath)?.[1]
    const info = [
      ...(extension === undefined ? [] : [extension.toLowerCase()]),
      attribute('file', step.filePath),
      ...(step.replace ? ['replace'] : []),
      ...risk,
    ]
    return writeFence(info.join(' '), step.codeChange ?? '')
  }
  const command = step.action === 'validation' ? (step.validationCommand ?? step.command) : step.command
  if (step.action === 'manual' || step.action === 'function' || command === undefined) return undefined
  const { expectExitCode, expectedOutputPattern, cwd, keep } = step
  const info = [
    'sh',
    ...(expectExitCode === 'fail' ? ['expect=fail'] : []),
    ...(typeof expectExitCode === 'number' && expectExitCode !== 0 ? [`expect-exit=${expectExitCode}`] : []),
    ...(expectedOutputPattern === undefined || expectedOutputPattern.includes('\n')
      ? []
      : [attribute('output', expectedOutputPattern)]),
    ...(cwd === undefined ? [] : [attribute('cwd', cwd)]),
    ...(keep === undefined ? [] : [attribute('keep', keep)]),
    ...risk,
  ]
  return writeFence(info.join(' '), `${command}\n`)
}

const attribute = (name: string, value: string): string => {
  if (value !== '' && !/[\s"'=]/.test(value)) return `${name}=${value}`
  const mark = value.includes('"') ? "'" : '"'
  return `${name}=${mark}${value.replaceAll('\n', ' ')}${mark}`
}
