/** The options of the driver that are flags of the command line: data, without the driver. */
export { claudeFlags } from './lib/option/claude-flags.ts'
