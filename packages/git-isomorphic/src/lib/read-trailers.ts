/** The lines that make a paragraph one of trailers although others are in it, as git has it. */
const telling = /^(?:Signed-off-by: |\(cherry picked from commit )/

/**
 * The values of a trailer in a commit's message: of its last paragraph, if that is one of trailers.
 *
 * The first paragraph is the title and never holds any. A line that begins with a space goes on with the line before.
 */
export const readTrailers = (message: string, name: string): string[] => {
  const paragraphs = message.trimEnd().split(/\n(?:[ \t]*\n)+/)
  if (paragraphs.length < 2) return []
  const lines = (paragraphs.at(-1) ?? '').replace(/\n[ \t]+/g, ' ').split('\n')
  const found = lines.map((line) => /^([A-Za-z0-9-]+)[ \t]*:(.*)$/.exec(line))
  const trailers = found.filter((match) => match !== null)
  const enough =
    trailers.length === lines.length ||
    (lines.some((line) => telling.test(line)) && trailers.length * 4 >= lines.length)
  if (!enough) return []
  const wanted = name.toLowerCase()
  return trailers
    .filter(([, key]) => key?.toLowerCase() === wanted)
    .map(([, , value]) => (value ?? '').trim())
}
