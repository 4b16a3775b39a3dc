import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

export declare const dropBareImports: () => Plugin
export declare const withoutBareImports: (code: string) => string
