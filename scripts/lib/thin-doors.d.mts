import type { Options } from 'tsup'

export declare const thinDoors: () => NonNullable<Options['esbuildPlugins']>[number]
