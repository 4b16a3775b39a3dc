import type { Host } from '@amelia/core'
import type { Page } from '../key/live-state.ts'
import { diffPage } from './diff-page.ts'
import { outputPage } from './output-page.ts'

type Asked = Parameters<typeof diffPage>[0] & { host: Pick<Host, 'store'> }

/** Reads a page about a question, or returns why there is none. */
export const questionPage = (what: 'diff' | 'output', asked: Asked): Promise<Page | string> =>
  what === 'diff' ? diffPage(asked) : outputPage(asked)
