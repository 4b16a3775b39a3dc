import { Missing, type Peers } from '../peer/peers.ts'
import type { Absence } from '../run/benchmark.ts'

/** A Markdown parser that turns a text into its tokens or its tree. */
export interface MarkdownPeer {
  name: string
  parse(text: string): unknown
}

interface Marked {
  lexer(text: string): unknown
}
interface MarkdownIt {
  default: new () => { parse(text: string, environment: object): unknown }
}
interface Unified {
  unified(): Processor
}
interface Processor {
  use(plugin: unknown): Processor
  parse(text: string): unknown
}
interface Plugin {
  default: unknown
}

/** Loads marked, markdown-it, and remark with its extension for tables and checkboxes. */
export const loadMarkdownPeers = async (
  peers: Peers,
): Promise<{ found: MarkdownPeer[]; absent: Absence[] }> => {
  const found: MarkdownPeer[] = []
  const absent: Absence[] = []
  const marked = await peers.load<Marked>('markdown', 'marked')
  if (marked instanceof Missing) absent.push({ subject: 'marked', reason: marked.reason })
  else found.push({ name: 'marked', parse: (text) => marked.lexer(text) })
  const markdownIt = await peers.load<MarkdownIt>('markdown', 'markdown-it')
  if (markdownIt instanceof Missing) absent.push({ subject: 'markdown-it', reason: markdownIt.reason })
  else {
    const parser = new markdownIt.default()
    found.push({ name: 'markdown-it', parse: (text) => parser.parse(text, {}) })
  }
  const [unified, parse, gfm] = await Promise.all([
    peers.load<Unified>('markdown', 'unified'),
    peers.load<Plugin>('markdown', 'remark-parse'),
    peers.load<Plugin>('markdown', 'remark-gfm'),
  ])
  if (unified instanceof Missing) absent.push({ subject: 'remark', reason: unified.reason })
  else if (parse instanceof Missing) absent.push({ subject: 'remark', reason: parse.reason })
  else if (gfm instanceof Missing) absent.push({ subject: 'remark', reason: gfm.reason })
  else {
    const processor = unified.unified().use(parse.default).use(gfm.default)
    found.push({ name: 'remark', parse: (text) => processor.parse(text) })
  }
  return { found, absent }
}
