// isomorphic-git uses Buffer as a global: on platforms without it, a bundler adds this file.
import { Buffer } from 'buffer'

globalThis.Buffer ??= Buffer
export { Buffer }
