// isomorphic-git uses Buffer as a global: where there is none, a bundler puts this file before it.
import { Buffer } from 'buffer'

globalThis.Buffer ??= Buffer
export { Buffer }
