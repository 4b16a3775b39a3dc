import type { Options } from 'tsup'

export declare const ownSchemas: () => NonNullable<Options['esbuildPlugins']>[number]
