import { diffLines, type Paint, type Tone } from '@amelia/core/view'

const tones: Readonly<Record<string, Tone>> = { '@': 'active', '-': 'bad', '+': 'good' }

/**
 * Returns the unified diff of two texts, such as a plan before and after a fix.
 *
 * Control characters are shown as `?`, so the diff cannot move the cursor or hide text.
 */
export const lineDiff = (path: string, before: string, after: string, paint: Paint): string => {
  const lines = diffLines(withoutReturns(before), withoutReturns(after)).map(visible)
  const painted = lines.map((line) => {
    const tone = tones[line.charAt(0)]
    return tone === undefined ? line : paint(line, tone)
  })
  return `${[paint(`--- ${path}`, 'strong'), paint(`+++ ${path}`, 'strong'), ...painted].join('\n')}\n`
}

const withoutReturns = (text: string): string => text.replace(/\r\n?/g, '\n')

const visible = (line: string): string => line.replace(/[^\P{Cc}\t]|[\u202a-\u202e\u2066-\u2069]/gu, '?')
