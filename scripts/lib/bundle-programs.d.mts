import type { Options } from 'tsup'

export declare const bundlePrograms: (
  entry: Record<string, string>,
  folder: string,
  plugins?: Options['esbuildPlugins'],
) => Promise<void>
