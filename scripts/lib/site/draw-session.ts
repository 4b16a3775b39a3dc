import { wrapText } from '../../../packages/core/src/lib/text/wrap-text.ts'

/** A part of the picture: the command that a block of the page begins with, and the lines that it shows. */
interface Scene {
  command: RegExp
  shows: RegExp
}

/** Parts of the recorded session, in its order; each is searched after the one before it. */
const scenes: readonly Scene[] = [
  { command: /^amelia run (?!.*--dry-run)/, shows: / (?:started: |verified: |asks: )/ },
  { command: /^amelia answer 1 /, shows: /^Saved/ },
  { command: /^amelia resume/, shows: / (?:completed: |started: |asks: )/ },
  { command: /^amelia answer 2 /, shows: /^Saved/ },
  { command: /^amelia resume/, shows: / (?:round 2|verified: |asks: )/ },
  { command: /^amelia resume(?=[^]*ended: completed)/, shows: /^(?:✓|Completed|The work is)/ },
]

const width = 96
const line = { height: 18, size: 13, left: 20, top: 48 }

/** Colours of a dark terminal, which the picture has in both modes. */
const typedColour = '#e6e9ef'
const colourOf = (text: string): string =>
  /^✓|^Completed/.test(text) ? '#57c478' : / asks: /.test(text) ? '#e3b341' : '#9aa4b2'

const cut = (text: string): string => (text.length > width ? `${text.slice(0, width - 1)}…` : text)

/**
 * Draws the recorded session of `docs/project/transcript.md` as a terminal, whose lines appear one after the
 * other; readers who prefer less motion see all of them at once. Throws an error if a scene is missing.
 */
export const drawSession = (page: string): string => {
  const blocks = [...page.matchAll(/^```text\n\$ ([^]*?)\n```$/gm)].map(([, block = '']) => block)
  let next = 0
  const lines = scenes.flatMap(({ command, shows }) => {
    const index = blocks.findIndex((block, place) => place >= next && command.test(block))
    if (index < 0) throw new Error(`The recorded session has no block for ${command}.`)
    next = index + 1
    const [typed = '', ...output] = blocks[index]!.split('\n')
    const shown = output.filter((text) => shows.test(text) && !/^[?○] /.test(text))
    const asked = wrapText(`$ ${typed}`, width).map((text) => ({ text, colour: typedColour }))
    return [...asked, ...shown.map((text) => ({ text: cut(text), colour: colourOf(text) }))]
  })
  const texts = lines.map(({ text, colour }, index) => {
    const y = line.top + index * line.height
    const style = `animation-delay:${((index + 1) * 0.35).toFixed(2)}s`
    return `<text x="${line.left}" y="${y}" fill="${colour}" style="${style}">${escapeText(text)}</text>`
  })
  const [across, down] = [820, line.top + lines.length * line.height + 8]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${across} ${down}" width="${across}" height="${down}" role="img">
<title>A recorded run of Amelia</title>
<style>text{white-space:pre;font:${line.size}px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;animation:show .01s both}@keyframes show{from{opacity:0}to{opacity:1}}@media (prefers-reduced-motion:reduce){text{animation:none}}</style>
<rect width="${across}" height="${down}" rx="8" fill="#14171c"/><g fill="#3a414c"><circle cx="22" cy="18" r="5"/><circle cx="40" cy="18" r="5"/><circle cx="58" cy="18" r="5"/></g>
${texts.join('\n')}
</svg>
`
}

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
