/** A box of a list or of a table's cell, and marks of a status. */
const boxes = /\[[ xX~✓✔v-]\]/g
const marks = /(?:⬜|🟨|🟡|🔄|🚧|⏳|✅|☑|☐|✔|❌)\uFE0F?/gu

/** Whether two versions of a plan differ only in boxes, marks of status, line endings and trailing space. */
export const hasOnlyTicks = (before: string, after: string): boolean => plain(before) === plain(after)

const plain = (text: string): string =>
  text
    .replace(/[ \t]*\r?\n/g, '\n')
    .trimEnd()
    .replace(boxes, '[ ]')
    .replace(marks, '⬜')
