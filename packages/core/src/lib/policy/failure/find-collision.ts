/**
 * Signs that two processes wanted one thing of the machine: a port, a database, a lock, a file or a name.
 * Programs in any language print these words of the operating system and of common databases.
 */
const signs = [
  /\bEADDRINUSE\b/,
  /\baddress (?:is )?already in use\b/i,
  /\bonly one usage of each socket address\b/i,
  /\bport\b.{0,40}?\b(?:already|in use|not available|allocated|taken|occupied)\b/i,
  /\b(?:database|table|schema|file|cache|store)\b.{0,60}?\b(?:is|are|being) (?:already )?(?:locked|in use|accessed)\b/i,
  /\bSQLITE_(?:BUSY|LOCKED)\b/,
  /\bdatabase\b.{0,60}?\balready exists\b/i,
  /\bdeadlock (?:detected|found)\b/i,
  /\block (?:wait )?time(?:d )?-?out\b/i,
  /\b(?:could not|cannot|can't|couldn't|failed to|unable to) (?:acquire|obtain|get|take|create|lock)\b.{0,60}?\block/i,
  /\block\b.{0,60}?\b(?:already|in use|held by|exists)\b/i,
  /\b(?:ELOCKED|EBUSY|ETXTBSY|EWOULDBLOCK)\b/,
  /\b(?:resource|device|text file) (?:or resource )?(?:temporarily unavailable|busy)\b/i,
  /\bin use by (?:another|container)\b/i,
  /\b(?:another|other) (?:process|instance|program)\b/i,
  /\balready (?:running|listening)\b/i,
] as const

/**
 * Finds the words in a failed command's output that report a conflict with another process; undefined if
 * there are none. They are no proof: the other process may have been started by the command itself.
 */
export const findCollision = (output: string): string | undefined => {
  for (const line of output.split('\n'))
    for (const sign of signs) {
      const found = sign.exec(line.slice(0, 2_000))
      if (found) return found[0]
    }
  return undefined
}
