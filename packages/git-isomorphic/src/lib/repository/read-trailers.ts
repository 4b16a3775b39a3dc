/** Lines that mark a paragraph as trailers even if it contains other lines, as in git. */
const telling = /^(?:Signed-off-by: |\(cherry picked from commit )/

/**
 * Reads the values of a trailer from the last paragraph of a commit message, if that consists of trailers.
 *
 * The first paragraph is the title and never contains trailers. A line that starts with a space continues the
 * previous line.
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
