import type { SourceMapMappings } from '@jridgewell/sourcemap-codec'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

export declare const thinMaps: () => Plugin
export declare const thinMappings: (lines: SourceMapMappings) => SourceMapMappings
export declare const splitRoot: (sources: readonly string[]) => {
  sourceRoot?: string
  sources: readonly string[]
}
