import type { PlanParserV1 } from '@amelia/core'
import { allParsers } from '@amelia/parsers'
import type { ConfigPlugins } from '../setting/config/read-plugins.ts'
import type { groupings } from '../setting/flag/plan-formats.ts'

/** Options of the parsers. */
export interface ParserOptions {
  /** The tag whose tasks are read, in a Task Master file with several. */
  tag?: string
  /** How to group the subtasks of a subtask list. */
  grouping?: (typeof groupings)[number]
  /** Plugins of the config file. */
  plugins?: ConfigPlugins
}

/** Creates a parser for each format that the command line reads, after those of the config file. */
export const planParsers = ({ tag, grouping, plugins }: ParserOptions = {}): PlanParserV1[] => [
  ...(plugins?.parsers ?? []),
  ...allParsers({ ...(tag !== undefined && { tag }), ...(grouping && { grouping }) }),
]
