import type { Options } from 'tsup'

export declare const blockMarkdown: () => NonNullable<Options['esbuildPlugins']>[number]
