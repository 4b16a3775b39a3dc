import type { Options } from 'tsup'

export declare const bundlePrograms: (
  entry: Record<string, string>,
  folder: string,
  options?: { plugins?: Options['esbuildPlugins']; splitting?: boolean },
) => Promise<void>
