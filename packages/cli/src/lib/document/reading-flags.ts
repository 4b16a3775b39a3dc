import { quoteArgument } from '../setting/quote-argument.ts'
import { configFlags } from '../setting/config/config-flags.ts'
import type { PlanReading } from './read-plan-file.ts'

/** Lists the flags that control how a plan is read, as text behind another command: ` --tag main`. */
export const readingFlags = ({ planFormat, select, tag, grouping, ...config }: PlanReading): string =>
  [
    ...Object.entries({
      '--plan-format': planFormat,
      '--select': select,
      '--tag': tag,
      '--grouping': grouping,
    }).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value])),
    ...configFlags(config),
  ]
    .map((flag) => ` ${quoteArgument(flag)}`)
    .join('')
