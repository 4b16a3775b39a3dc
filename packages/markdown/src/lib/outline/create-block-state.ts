import MarkdownIt from 'markdown-it'

const LibraryState = new MarkdownIt().block.State
/** The library's position in a text, which its block rules read and change. */
export type BlockState = InstanceType<typeof LibraryState>
type Token = ReturnType<BlockState['push']>

/** Creates a token with the properties that block rules and the outline read. */
const createToken = (type: string, tag: string, level: number): Token =>
  ({
    type,
    tag,
    map: null,
    level,
    children: null,
    content: '',
    markup: '',
    info: '',
    hidden: false,
  }) as unknown as Token

const closers = new Map<string, Token>()

/** Returns the one token of a type that closes: only its type matters. */
const closing = (type: string): Token => {
  let token = closers.get(type)
  if (token === undefined) {
    token = createToken(type, '', 0)
    closers.set(type, token)
  }
  return token
}

/**
 * Creates the library's state of a text in less memory than its constructor, whose memory takes much of the
 * time of a long text: arrays of the right size, and tokens without the methods that block rules do not need.
 */
export const createBlockState = (
  ...[source, library, env, tokens]: ConstructorParameters<typeof LibraryState>
): BlockState => {
  const state = new LibraryState('', library, env, tokens)
  // One more behind the last line.
  let most = 2
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) most++
  const numbers = (): number[] => new Int32Array(most) as unknown as number[]
  const [bMarks, eMarks, tShift, sCount] = [numbers(), numbers(), numbers(), numbers()]
  let line = 0
  for (let start = 0; start < source.length; ) {
    const newline = source.indexOf('\n', start)
    const end = newline < 0 ? source.length : newline
    let at = start
    let column = 0
    for (; at < end; at++) {
      const code = source.charCodeAt(at)
      if (code === 0x20) column++
      else if (code === 0x09) column += 4 - (column % 4)
      else break
    }
    // Spaces after the last line are not a line.
    if (at === source.length) break
    bMarks[line] = start
    eMarks[line] = end
    tShift[line] = at - start
    sCount[line] = column
    line++
    start = end + 1
  }
  bMarks[line] = source.length
  eMarks[line] = source.length
  const push: BlockState['push'] = (type, tag, nesting) => {
    if (nesting < 0) state.level--
    const token = nesting < 0 ? closing(type) : createToken(type, tag, state.level)
    if (nesting > 0) state.level++
    state.tokens.push(token)
    return token
  }
  const rest = { src: source, bsCount: numbers(), lineMax: line, push }
  return Object.assign(state, { bMarks, eMarks, tShift, sCount, ...rest })
}
